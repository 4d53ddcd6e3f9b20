import { parsePk } from '#shared/kernel/ids.ts';
import { CSV, downloadHeaders } from '../../http/download.ts';
import type { RouteContext } from '../../http/route-context.ts';

/** Registers memberships for families and staff, and the events of the payment provider. */
export function registerMembershipRoutes({ server, services, authentication }: RouteContext) {
  const { membershipRecords: records, payments, plans } = services;

  server.get('/api/membership_plans/', async (request) => {
    const actor = await authentication.requireActor(request);
    return plans.list(actor);
  });

  server.put<{ Params: { length: string } }>('/api/membership_plans/:length/', async (request) => {
    const actor = await authentication.requireActor(request);
    return plans.change(actor, request.params.length, request.body);
  });

  server.get('/api/memberships/', async (request) => {
    const actor = await authentication.requireActor(request);
    return records.list(actor, request.query as object);
  });

  server.get('/api/memberships/export/', async (request, reply) => {
    const actor = await authentication.requireActor(request);
    const csv = await records.csv(actor, request.query as object);
    return reply.headers(downloadHeaders(CSV, 'memberships.csv')).send(csv);
  });

  server.get<{ Params: { key: string } }>('/api/memberships/:key/', async (request) => {
    const actor = await authentication.requireActor(request);
    return records.detail(actor, parsePk(request.params.key));
  });

  server.post<{ Params: { key: string } }>('/api/memberships/:key/corrections/', async (request) => {
    const actor = await authentication.requireActor(request);
    return records.correct(actor, parsePk(request.params.key), request.body);
  });

  server.post<{ Params: { key: string } }>('/api/memberships/:key/checkout/', async (request) => {
    const actor = await authentication.requireActor(request);
    return { url: await payments.checkout(actor, parsePk(request.params.key), request.body) };
  });

  server.post<{ Params: { key: string } }>('/api/memberships/:key/portal/', async (request) => {
    const actor = await authentication.requireActor(request);
    return { url: await payments.portal(actor, parsePk(request.params.key)) };
  });

  // The signature covers the bytes of the body, so it is not parsed here.
  void server.register((raw, _options, done) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    raw.post('/api/stripe/webhook/', async (request) => {
      const signature = request.headers['stripe-signature'];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await payments.handleEvent(body, typeof signature === 'string' ? signature : '');
      return { received: true };
    });
    done();
  });
}
