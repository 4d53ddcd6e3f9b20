/**
 * Where sign-in returns to in our extension: Chrome makes the host of the extension's id, which the `key` in
 * wxt.config.ts pins, Firefox of the SHA-1 of its gecko id.
 */
export const EXTENSION_ID = 'dkmdafgcioiblfpehhbepcjgkdcnmfnn';

export const EXTENSION_REDIRECT_URIS = [
  `https://${EXTENSION_ID}.chromiumapp.org/`,
  'https://970be0408936ccbce044d3869743aefc652628d1.extensions.allizom.org/',
] as const;
