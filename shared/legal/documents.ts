/** The legal documents by their slug, which is also the URL hash that opens them (SHEL-031, SHEL-032). */
export const LEGAL_DOCUMENTS = {
  'terms-of-use': 'Terms of Use',
  'privacy-policy': 'Privacy Policy',
  'third-party-software': 'Third-Party Software',
} as const;

/** The slug of a legal document. */
export type LegalSlug = keyof typeof LEGAL_DOCUMENTS;

/** Returns whether a text is the slug of a legal document. */
export function isLegalSlug(text: string): text is LegalSlug {
  return Object.hasOwn(LEGAL_DOCUMENTS, text);
}
