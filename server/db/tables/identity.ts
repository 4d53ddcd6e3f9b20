import type { ColumnType, Generated } from 'kysely';

export interface IdentityTables {
  /** Who signs in at the embedded identity provider. */
  accounts: {
    pk: Generated<number>;
    /** What tokens call this account. */
    subject: Generated<string>;
    email: string;
    passwordHash: string;
    firstName: string;
    lastName: string;
    /** Sign-ins that began before are refused. */
    passwordChangedAt: Generated<Date>;
    createdAt: Generated<Date>;
  };
  /** Sign-ups whose emailed link was not used yet. One address may have several. */
  signUps: { tokenHash: string; email: string; firstName: string; lastName: string; expiresAt: Date };
  /** Emailed links to a new password, single use. */
  passwordResetLinks: { tokenHash: string; accountPk: number; expiresAt: Date };
  /** New addresses that were not confirmed yet. */
  emailChanges: { accountPk: number; tokenHash: string; email: string; expiresAt: Date };
  /** Failed sign-ins by account, device and address: see server/identity/embedded/sign-in-limits.ts. */
  signInFailures: { key: string; failures: number; blockedUntil: Date; expiresAt: Date };
  /** What the embedded provider remembers: see server/identity/embedded/oidc.repository.ts. */
  oidcPayloads: {
    kind: string;
    /** A hash, so that reading the table gives no usable token. */
    idHash: string;
    payload: ColumnType<Record<string, unknown>, string, string>;
    accountId: string | null;
    grantId: string | null;
    consumedAt: Date | null;
    expiresAt: Date;
  };
  /** Where people signed in; listed in their settings. */
  signInDevices: {
    sessionId: string;
    client: 'web' | 'extension';
    browser: string;
    ip: string | null;
    signedInAt: Generated<Date>;
  };
  /** Signing and cookie keys, made at the first start. */
  oidcSecrets: { name: string; value: ColumnType<unknown, string, never>; createdAt: Generated<Date> };
  /** The web app's sign-ins; the refresh token is encrypted with the cookie's secret. */
  webSessions: {
    secretHash: string;
    sessionId: string;
    refreshToken: string;
    /** The person at the identity provider. */
    issuer: string | null;
    subject: string | null;
    createdAt: Generated<Date>;
    expiresAt: Date;
  };
  /** Counters of server/lib/rate-limits.ts. */
  rateLimits: { key: string; points: number; expire: number | null };
}
