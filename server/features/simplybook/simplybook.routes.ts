import type { RouteContext } from '../../http/route-context.ts';
import { notFound } from '#shared/kernel/errors.ts';

const MAX_BYTES = 16 * 1024;

/** Registers the callback of SimplyBook.me. It answers before any work is done. */
export function registerSimplybookRoutes({ server, services }: RouteContext) {
  void server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body));
    scope.post<{ Params: { secret: string } }>(
      '/api/simplybook/callback/:secret/',
      { bodyLimit: MAX_BYTES },
      async (request) => {
        if (services.simplybook === null) throw notFound();
        await services.simplybook.receive(request.params.secret, readBody(request.body));
        return { received: true };
      },
    );
    done();
  });
}

/** Reads JSON or a form, because the documentation of SimplyBook.me does not say which one it sends. */
function readBody(body: unknown): unknown {
  const text = typeof body === 'string' ? body : '';
  try {
    return JSON.parse(text);
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
}
