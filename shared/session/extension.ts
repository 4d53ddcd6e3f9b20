/**
 * The redirect URI of our extension. Chrome derives the host from the extension's id, which the `key` in wxt.config.ts
 * pins; Firefox from the SHA-1 of its gecko id.
 */
export const EXTENSION_ID = 'dkmdafgcioiblfpehhbepcjgkdcnmfnn';

export const EXTENSION_REDIRECT_URIS = [
  `https://${EXTENSION_ID}.chromiumapp.org/`,
  'https://970be0408936ccbce044d3869743aefc652628d1.extensions.allizom.org/',
] as const;

/**
 * Returns the match pattern of a server's pages. Firefox accepts a port in it without an error, but then matches
 * nothing.
 */
export function pagesOf(server: string, isFirefox: boolean): string {
  const { protocol, host, hostname } = new URL(server);
  return `${protocol}//${isFirefox ? hostname : host}/*`;
}
