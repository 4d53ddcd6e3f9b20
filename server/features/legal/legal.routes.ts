import type { RouteContext } from '../../http/route-context.ts';

/** Registers the legal documents, which people can read without a sign-in. */
export function registerLegalRoutes({ server, services }: RouteContext) {
  server.get<{ Params: { slug: string } }>('/api/constant_files/:slug/', (request) =>
    services.legal.read(request.params.slug),
  );
}
