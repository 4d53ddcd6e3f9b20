/**
 * The value of `users.issuer` for people with an account of the embedded provider. It is not the issuer in tokens, which
 * contains the server's address: people keep their accounts when the address changes.
 */
export const EMBEDDED_ISSUER = 'embedded';
