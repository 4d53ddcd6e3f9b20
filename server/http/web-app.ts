import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '#shared/kernel/errors.ts';

/** The server's own paths: missing ones are errors, not pages of the app. */
const OWN_PATHS = /^\/(api|graphql|oidc|dev|healthz|readyz|assets)(\/|$)/;

/**
 * Returns whether the client accepts HTML. True for monitors and link previews, which accept anything or send no
 * header.
 */
function wantsPage({ method, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && /text\/html|text\/\*|\*\/\*/.test(accept);
}

/** Splits a URL into path and query. Never resolved against a host: `//` is a path here. */
function splitUrl(url: string): { pathname: string; search: string } {
  const query = url.indexOf('?');
  return query === -1
    ? { pathname: url, search: '' }
    : { pathname: url.slice(0, query), search: url.slice(query) };
}

/** Returns the HTML of a path, which names the page's code, so that the browser loads it together with the app's. */
function createPages(folder: string, html: string): (pathname: string) => string {
  const list = path.join(folder, 'preload.json');
  const files = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Record<string, string[]>) : {};
  const pages = Object.entries(files).map(([address, names]) => {
    const links = names.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`).join('');
    return [address, html.replace('</head>', `${links}</head>`)] as const;
  });
  return (pathname) =>
    pages.find(([address]) => (address === '/' ? pathname === '/' : pathname.startsWith(address)))?.[1] ??
    html;
}

/**
 * Serves the built web app: hashed files cached for a year, the page never cached. A path without a trailing slash
 * redirects to the same path with one (AUTH-015); the app routes every other path.
 */
export async function registerWebApp(server: FastifyInstance, folder: string) {
  const page = path.join(folder, 'index.html');
  if (existsSync(page)) {
    await server.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      cacheControl: false,
      // Scripts and styles are compressed when they are built.
      preCompressed: true,
      // Nobody needs a part of these files.
      acceptRanges: false,
      setHeaders: (reply, file) => {
        const isHashed = file.includes(`${path.sep}assets${path.sep}`);
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  const html = existsSync(page) ? createPages(folder, readFileSync(page, 'utf8')) : null;

  server.setNotFoundHandler((request, reply) => {
    const { pathname, search } = splitUrl(request.url);
    if (html === null || OWN_PATHS.test(pathname) || !wantsPage(request)) throw notFound();
    // A double slash at the start would redirect to another host.
    if (
      !pathname.endsWith('/') &&
      !path.posix.basename(pathname).includes('.') &&
      !pathname.startsWith('//')
    ) {
      return reply.redirect(`${pathname}/${search}`, 308);
    }
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html(pathname));
  });
}
