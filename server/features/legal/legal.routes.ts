import type { RouteContext } from '../../http/route-context.ts';

/** Registers the legal documents, which people can read without a sign-in, and agreeing to new terms. */
export function registerLegalRoutes({ server, services, authentication }: RouteContext) {
  server.get<{ Params: { slug: string } }>('/api/constant_files/:slug/', (request) =>
    services.legal.read(request.params.slug),
  );

  server.post('/api/me/accept_terms/', async (request) => {
    await services.legal.acceptTerms(await authentication.requireActor(request), request.body);
    return { terms_to_accept: null };
  });
}
