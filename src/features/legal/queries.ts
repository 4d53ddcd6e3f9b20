import { queryOptions } from '@tanstack/react-query';
import type { LegalSlug } from '#shared/legal/documents.ts';
import { legalDocument } from '#shared/legal/responses.ts';
import { requestRest } from '#src/transport/transport.ts';

export const legalQueries = {
  /** A legal document, which does not change while the app is open. */
  document: (slug: LegalSlug) =>
    queryOptions({
      queryKey: ['legal', slug],
      queryFn: ({ signal }) =>
        requestRest(legalDocument, { endpoint: 'legalDocument', params: { slug } }, signal),
      staleTime: Infinity,
    }),
};
