import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '#shared/kernel/errors.ts';

/** Paths that belong to the server itself: what is missing there is an error, not a page of the app. */
const OWN_PATHS = /^\/(api|graphql|oidc|dev|healthz|readyz|assets)(\/|$)/;

/** Whether the client reads HTML: also monitors and link previews, which accept anything or name nothing. */
function wantsPage({ method, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && /text\/html|text\/\*|\*\/\*/.test(accept);
}

/** The path and query of a request. Never resolved against a host: `//` is a path here. */
function splitUrl(url: string): { pathname: string; search: string } {
  const query = url.indexOf('?');
  return query === -1
    ? { pathname: url, search: '' }
    : { pathname: url.slice(0, query), search: url.slice(query) };
}

/**
 * Serves the built web app: hashed files for a year, the page itself never from a cache. A path without a trailing
 * slash goes to the same path with one (AUTH-015); every other path is the app's to resolve.
 */
export async function registerWebApp(server: FastifyInstance, folder: string) {
  const page = path.join(folder, 'index.html');
  if (existsSync(page)) {
    await server.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const isHashed = file.includes(`${path.sep}assets${path.sep}`);
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  const html = existsSync(page) ? readFileSync(page, 'utf8') : null;

  server.setNotFoundHandler((request, reply) => {
    const { pathname, search } = splitUrl(request.url);
    if (html === null || OWN_PATHS.test(pathname) || !wantsPage(request)) throw notFound();
    // A doubled slash at the start would turn the redirect into one to another host.
    if (
      !pathname.endsWith('/') &&
      !path.posix.basename(pathname).includes('.') &&
      !pathname.startsWith('//')
    ) {
      return reply.redirect(`${pathname}/${search}`, 308);
    }
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html);
  });
}
