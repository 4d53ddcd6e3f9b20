import { LINK_MAX_LENGTH } from './schema.ts';

const PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

/** The errors of a link (FORM-006). */
export const LINK_MESSAGES = {
  required: 'URL is required',
  invalid: 'Enter a full address that starts with https://, http:// or mailto:',
} as const;

/** Returns whether a URL is allowed in a link: complete, http, https or mailto, without hidden characters. */
export function isAllowedLink(href: string): boolean {
  // The URL parser drops some spaces and control characters, so the checked address would differ from the used one.
  if (href.length > LINK_MAX_LENGTH || !href.isWellFormed() || /[\s\p{Cc}]/u.test(href)) return false;
  const url = URL.parse(href);
  if (!url || !PROTOCOLS.has(url.protocol)) return false;
  return url.protocol === 'mailto:' ? url.pathname.includes('@') : /^https?:\/\//iu.test(href);
}

/** Returns the error of a URL in the link dialog: it is required and must be valid (FORM-006). */
export function linkProblem(href: string): string | undefined {
  if (!href.trim()) return LINK_MESSAGES.required;
  return isAllowedLink(href.trim()) ? undefined : LINK_MESSAGES.invalid;
}
