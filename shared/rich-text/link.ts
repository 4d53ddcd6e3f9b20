import { LINK_MAX_LENGTH } from './schema.ts';

const PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

/** Why an address is not taken (FORM-006). */
export const LINK_MESSAGES = {
  required: 'URL is required',
  invalid: 'Enter a full address that starts with https://, http:// or mailto:',
} as const;

/** Returns whether a URL is allowed in a link: complete, http, https or mailto, without hidden characters. */
export function isAllowedLink(href: string): boolean {
  // Spaces and control characters: the URL parser drops some of them, so a checked address would not be the used one.
  if (href.length > LINK_MAX_LENGTH || !href.isWellFormed() || /[\s\p{Cc}]/u.test(href)) return false;
  const url = URL.parse(href);
  if (!url || !PROTOCOLS.has(url.protocol)) return false;
  return url.protocol === 'mailto:' ? url.pathname.includes('@') : /^https?:\/\//iu.test(href);
}

/** What is wrong with the URL of the link dialog, if anything: it is required and must be valid (FORM-006). */
export function linkProblem(href: string): string | undefined {
  if (!href.trim()) return LINK_MESSAGES.required;
  return isAllowedLink(href.trim()) ? undefined : LINK_MESSAGES.invalid;
}
