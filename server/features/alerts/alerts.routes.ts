import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { alertSettingsInput, feedSearch, readAllInput, snoozeInput } from '#shared/alerts/schema.ts';
import { notFound } from '#shared/kernel/errors.ts';
import { parsePk } from '#shared/kernel/ids.ts';
import { parseInput } from '../../lib/parse-input.ts';
import type { RouteContext } from '../../http/route-context.ts';
import type { TokenIdentity } from '../../identity/access-token.ts';
import { html } from '../../identity/embedded/pages/html.ts';
import { page } from '../../identity/embedded/pages/layout.ts';
import { MAIL_LIST_NAMES, MAIL_LISTS } from './alerts.mails.ts';
import type { AlertsService } from './alerts.service.ts';

/** The poll interval of clients in seconds; the response header lets the server slow down all of them. */
const POLL_SECONDS = 60;

const unsubscribeParams = z.object({
  token: z.string().regex(/^[0-9a-f]{64}$/),
  list: z.enum(MAIL_LISTS),
});

/** Returns the ETag of a person's feed. */
function etagOf(userPk: number, { revision }: { revision: number }): string {
  return `W/"${userPk}-${revision}"`;
}

function headersOf(etag: string) {
  return { etag, 'cache-control': 'private, no-cache', 'x-poll-interval': POLL_SECONDS };
}

/** Registers the feed, the settings and unsubscribing from emails. */
export function registerAlertRoutes({ server, services, authentication }: RouteContext) {
  const { alerts } = services;

  /** Returns whether a poll with this ETag has nothing to read. */
  async function isUnchanged(
    identity: TokenIdentity,
    etag: string,
    { since, before }: z.output<typeof feedSearch>,
  ): Promise<boolean> {
    if (before !== undefined) return false;
    const head = await alerts.poll(identity);
    if (head === undefined || etagOf(head.userPk, head) !== etag) return false;
    return since === undefined || alerts.isAtHead({ pk: head.userPk }, since, head);
  }

  server.get('/api/alert_settings/', async (request) =>
    alerts.settings(await authentication.requireActor(request)),
  );

  server.put('/api/alert_settings/', async (request) => {
    const actor = await authentication.requireActor(request);
    return alerts.changeSettings(actor, parseInput(alertSettingsInput, request.body));
  });

  /**
   * Polled by every open surface. Without changes it costs one statement, shared by many polls, and has no body.
   * Changes are read without this shortcut.
   */
  server.get('/api/alerts/', async (request, reply) => {
    const identity = await authentication.requireToken(request);
    const search = parseInput(feedSearch, request.query);
    const known = request.headers['if-none-match'];
    if (known !== undefined && (await isUnchanged(identity, known, search))) {
      return reply.headers(headersOf(known)).status(304).send();
    }
    const actor = await authentication.requireActor(request);
    const head = await alerts.head(actor);
    reply.headers(headersOf(etagOf(actor.pk, head)));
    return alerts.feed(actor, search, head);
  });

  server.post<{ Params: { pk: string } }>('/api/alerts/:pk/read/', async (request) =>
    alerts.markRead(await authentication.requireActor(request), parsePk(request.params.pk)),
  );

  server.post('/api/alerts/read_all/', async (request) => {
    const actor = await authentication.requireActor(request);
    return alerts.markAllRead(actor, parseInput(readAllInput, request.body ?? {}).cursor);
  });

  server.post<{ Params: { pk: string } }>('/api/alerts/:pk/snooze/', async (request) => {
    const actor = await authentication.requireActor(request);
    const { until } = parseInput(snoozeInput, request.body);
    return alerts.snooze(actor, parsePk(request.params.pk), new Date(until));
  });

  registerUnsubscribing(server, alerts);
}

/** Registers the page and the request of the unsubscribe links in emails. */
function registerUnsubscribing(server: FastifyInstance, alerts: AlertsService) {
  void server.register(async (scope) => {
    // The address has all that is needed. Mail programs also send a form (RFC 8058), which is ignored.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4 * 1024 }, (_request, _body, done) =>
      done(null),
    );
    const path = '/api/alerts/unsubscribe/:token/:list/';

    // Mail scanners open links, so GET changes nothing (mail programs use POST, RFC 8058).
    scope.get(path, async (request, reply) => {
      const params = unsubscribeParams.safeParse(request.params);
      if (!params.success || !(await alerts.knowsUnsubscribeToken(params.data.token))) throw notFound();
      return reply.type('text/html; charset=utf-8').send(
        page(
          'Unsubscribe?',
          html`<p>
              We will no longer email you ${MAIL_LIST_NAMES[params.data.list]}. You will still see your alerts
              in GoPath.
            </p>
            <form method="post"><button type="submit">Unsubscribe</button></form>`,
        ),
      );
    });

    scope.post(path, async (request, reply) => {
      const params = unsubscribeParams.safeParse(request.params);
      if (!params.success) throw notFound();
      await alerts.unsubscribe(params.data.token, params.data.list);
      return reply
        .type('text/html; charset=utf-8')
        .send(
          page(
            'Unsubscribed',
            html`<p>
              We will no longer email you ${MAIL_LIST_NAMES[params.data.list]}. You can turn this on again in
              your alert settings.
            </p>`,
          ),
        );
    });
  });
}
