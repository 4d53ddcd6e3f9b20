import { parsePk } from '#shared/kernel/ids.ts';
import type { RouteContext } from '../../http/route-context.ts';

/** More than a cropped picture needs. */
const BODY_LIMIT = 1024 * 1024;

/** Registers the upload, removal and download of people's pictures. */
export function registerPictureRoutes({ server, services: { pictures }, authentication }: RouteContext) {
  server.put('/api/me/picture/', { bodyLimit: BODY_LIMIT }, async (request) => {
    const actor = await authentication.requireActor(request);
    return { picture: await pictures.change(actor, request.body) };
  });

  server.delete('/api/me/picture/', async (request, reply) => {
    const actor = await authentication.requireActor(request);
    await pictures.remove(actor);
    return reply.status(204).send();
  });

  server.get<{ Params: { key: string } }>('/api/users/:key/picture/', async (request, reply) => {
    const actor = await authentication.requireActor(request);
    const bytes = await pictures.read(actor, parsePk(request.params.key));
    return reply
      .headers({
        'content-type': 'image/webp',
        'cache-control': 'private, no-store',
        'content-disposition': 'inline; filename="picture.webp"',
        'content-security-policy': `default-src 'none'; sandbox`,
      })
      .send(Buffer.from(bytes));
  });
}
