import type { ColumnType, Generated } from 'kysely';

export interface IdentityTables {
  /** The accounts of the embedded identity provider. */
  accounts: {
    pk: Generated<number>;
    /** The account's id in tokens. */
    subject: Generated<string>;
    email: string;
    passwordHash: string;
    firstName: string;
    lastName: string;
    /** Earlier sign-ins are refused. */
    passwordChangedAt: Generated<Date>;
    createdAt: Generated<Date>;
  };
  /** Sign-ups with an unused link. One email address can have several. */
  signUps: { tokenHash: string; email: string; firstName: string; lastName: string; expiresAt: Date };
  /** Emailed password reset links, single use. `usedForm` is the hash of the form that has used it. */
  passwordResetLinks: { tokenHash: string; accountPk: number; expiresAt: Date; usedForm: string | null };
  /** New addresses of accounts. `usedForm` is the hash of the form that has confirmed one. */
  emailChanges: {
    accountPk: number;
    tokenHash: string;
    email: string;
    expiresAt: Date;
    usedForm: string | null;
  };
  /** One-time codes. `secret` is encrypted with SECRETS_KEY; `lastStep` is the last time step whose code was used. */
  secondFactors: { accountPk: number; secret: string; confirmedAt: Date | null; lastStep: number };
  /** Passkeys; credential id and public key are in base64url. */
  passkeys: {
    pk: Generated<number>;
    accountPk: number;
    credentialId: string;
    publicKey: string;
    /** The number of signatures, when the device counts them. */
    counter: number;
    name: string;
    createdAt: Generated<Date>;
    lastUsedAt: Date | null;
  };
  /** Challenges of passkeys that are being added or used; `holder` is the session or the unfinished sign-in. */
  passkeyChallenges: { holder: string; challenge: string; expiresAt: Date };
  /** Unused recovery codes. */
  recoveryCodes: { accountPk: number; codeHash: string };
  /** Failed sign-ins by account, device and address: see server/identity/embedded/sign-in-limits.ts. */
  signInFailures: { key: string; failures: number; blockedUntil: Date; expiresAt: Date };
  /** The embedded provider's storage: see server/identity/embedded/oidc.repository.ts. */
  oidcPayloads: {
    kind: string;
    /** A hash, so that the table contains no usable token. */
    idHash: string;
    payload: ColumnType<Record<string, unknown>, string, string>;
    accountId: string | null;
    grantId: string | null;
    consumedAt: Date | null;
    expiresAt: Date;
  };
  /** The devices of sign-ins, listed in the person's settings. */
  signInDevices: {
    sessionId: string;
    client: 'web' | 'extension';
    browser: string;
    ip: string | null;
    signedInAt: Generated<Date>;
  };
  /** Signing and cookie keys, created at the first start. */
  oidcSecrets: { name: string; value: ColumnType<unknown, string, never>; createdAt: Generated<Date> };
  /** The web app's sessions. The refresh token is encrypted with the cookie's secret. */
  webSessions: {
    secretHash: string;
    sessionId: string;
    refreshToken: string;
    /** The person's `users.issuer`. */
    issuer: string | null;
    subject: string | null;
    createdAt: Generated<Date>;
    expiresAt: Date;
  };
  /** The counters of server/lib/rate-limits.ts. */
  rateLimits: { key: string; points: number; expire: number | null };
}
