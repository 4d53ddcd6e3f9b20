/** REST responses about legal documents, in zod/mini because the browser loads them. */
import * as z from 'zod/mini';

/** `GET /api/constant_files/{slug}/` (SHEL-034). */
export const legalDocument = z.object({
  slug: z.string(),
  title: z.string(),
  /** Markdown, or text with its line breaks. */
  format: z.enum(['markdown', 'text']),
  body: z.string(),
});
export type LegalDocument = z.infer<typeof legalDocument>;

/** `POST /api/me/accept_terms/` */
export const termsAccepted = z.object({ terms_to_accept: z.null() });
