import { calendarFeedInput } from '#shared/calendar/schema.ts';
import { notFound } from '#shared/kernel/errors.ts';
import { parseInput } from '../../lib/parse-input.ts';
import type { RouteContext } from '../../http/route-context.ts';

/** Registers the settings of the actor's calendar feed, and the feed itself, which only needs its secret link. */
export function registerCalendarRoutes({ server, services, authentication }: RouteContext) {
  const { calendar } = services;

  server.get('/api/calendar_feed/', async (request) =>
    calendar.settings(await authentication.requireActor(request)),
  );

  server.post('/api/calendar_feed/', async (request, reply) => {
    const actor = await authentication.requireActor(request);
    const input = parseInput(calendarFeedInput, request.body);
    return reply.status(201).send(await calendar.create(actor, input.titles_only));
  });

  server.put('/api/calendar_feed/', async (request) => {
    const actor = await authentication.requireActor(request);
    return calendar.change(actor, parseInput(calendarFeedInput, request.body).titles_only);
  });

  server.delete('/api/calendar_feed/', async (request) =>
    calendar.revoke(await authentication.requireActor(request)),
  );

  server.get<{ Params: { file: string } }>('/calendar/:file', async (request, reply) => {
    const token = /^([\w-]{43})\.ics$/.exec(request.params.file)?.[1];
    if (token === undefined) throw notFound();
    const { text, etag } = await calendar.read(token);
    void reply
      .header('etag', etag)
      .header('cache-control', 'private, no-cache')
      .header('x-robots-tag', 'noindex')
      .header('content-disposition', 'inline; filename="gopath.ics"');
    const known = (request.headers['if-none-match'] ?? '')
      .split(',')
      .map((one) => one.trim().replace(/^W\//, ''));
    if (known.includes(etag)) return reply.status(304).send();
    return reply.type('text/calendar; charset=utf-8').send(text);
  });
}
