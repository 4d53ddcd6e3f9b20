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
    /** When the e-mail address was proven; before that nobody signs in. */
    verifiedAt: Date | null;
    createdAt: Generated<Date>;
  };
  /** Links sent by mail, single use. */
  accountLinks: { tokenHash: string; accountPk: number; purpose: 'verify' | 'reset'; expiresAt: Date };
  /** What the embedded provider remembers: see server/identity/embedded/store.ts. */
  oidcPayloads: {
    kind: string;
    /** A stored token cannot be used by who reads the table. */
    idHash: string;
    payload: ColumnType<Record<string, unknown>, string, string>;
    accountId: string | null;
    grantId: string | null;
    consumedAt: Date | null;
    expiresAt: Date;
  };
  /** Signing and cookie keys, made at the first start. */
  oidcSecrets: { name: string; value: ColumnType<unknown, string, never>; createdAt: Generated<Date> };
  /** The web app's sign-ins; the refresh token is encrypted with the cookie's secret. */
  webSessions: {
    secretHash: string;
    sessionId: string;
    refreshToken: string;
    createdAt: Generated<Date>;
    expiresAt: Date;
  };
  /** Counters of server/lib/rate-limits.ts. */
  rateLimits: { key: string; points: number; expire: number | null };
}
