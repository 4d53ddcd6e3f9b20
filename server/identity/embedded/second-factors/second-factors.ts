import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES, WRONG_CODE } from '#shared/account/schema.ts';
import { AppError, invalid } from '#shared/kernel/errors.ts';
import type { Database } from '../../../db/database.ts';
import { hashOf } from '../../../lib/hash.ts';
import { createRateLimit } from '../../../lib/rate-limits.ts';
import { recordAccountEvent } from '../../../lib/security-log.ts';
import type { Mail } from '../../../mail/mail.ts';
import type { AccountClaims } from '../accounts/accounts.repository.ts';
import { decryptText, encryptText } from '../secrets/encryption.ts';
import { recoveryCodesMail, secondFactorMail } from '../mails.ts';
import { SecretsKeyError } from '../secrets/secrets.ts';
import { SecondFactorsRepository } from './second-factors.repository.ts';

/** One-time codes of an authenticator app (RFC 6238), and the recovery codes of every second factor. */
export type SecondFactors = ReturnType<typeof createSecondFactors>;

/** Accepts the code of the previous and of the next 30 seconds: clocks differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const ENCRYPTED = 'encrypted:';

/** Letters and digits that people do not mix up. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

function createRecoveryCode(): string {
  const letters = [...randomBytes(10)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`;
}

const recoveryHashOf = (subject: string, code: string) => hashOf(`${subject}:${code.toLowerCase()}`);

/** Creates the second factors of the embedded identity provider. @param keys encryption keys, the current one first */
export function createSecondFactors({
  database,
  mail,
  keys,
  publicUrl,
  isRequiredForStaff,
}: {
  database: Database;
  mail: Mail;
  keys: readonly Buffer[];
  publicUrl: string;
  isRequiredForStaff: boolean;
}) {
  const rows = new SecondFactorsRepository(database);
  // Limits the account and not the IP address: people who guess codes already know the password.
  const attempts = createRateLimit(database, { name: 'second-factor', attempts: 10, seconds: 15 * 60 });

  function totpOf(secret: string, email: string) {
    return new TOTP({ issuer: 'GoPath', label: email, secret: Secret.fromBase32(secret) });
  }

  function toStored(secret: string): string {
    const [key] = keys;
    return key === undefined ? secret : ENCRYPTED + encryptText(secret, key);
  }

  /** @throws SecretsKeyError */
  function fromStored(stored: string): string {
    if (!stored.startsWith(ENCRYPTED)) return stored;
    for (const key of keys) {
      const secret = decryptText(stored.slice(ENCRYPTED.length), key);
      if (secret !== undefined) return secret;
    }
    throw new SecretsKeyError();
  }

  async function isCode({ subject, email }: AccountClaims, code: string, isNew: boolean): Promise<boolean> {
    const row = await rows.find(subject);
    if (row === undefined || (row.confirmedAt === null && !isNew)) return false;
    const totp = totpOf(fromStored(row.secret), email);
    const offset = totp.validate({ token: code, timestamp: Date.now(), window: WINDOW });
    return offset !== null && rows.useStep(subject, totp.counter({ timestamp: Date.now() }) + offset);
  }

  /**
   * Checks a one-time code or a recovery code.
   * @param options.isNew checks the first code of a new secret instead, which no recovery code replaces
   * @throws AppError INVALID_INPUT for a wrong code, RATE_LIMITED
   */
  async function requireCode(account: AccountClaims, input: string, { isNew = false } = {}): Promise<void> {
    const code = input.replaceAll(/\s/g, '');
    await attempts.require(account.subject);
    const isRecovery = !isNew && code.includes('-');
    const isRight = isRecovery
      ? await rows.useRecoveryCode(account.subject, recoveryHashOf(account.subject, code))
      : await isCode(account, code, isNew);
    if (!isRight) {
      await recordAccountEvent(database, 'second_factor_failed', account.email);
      throw invalid('code', WRONG_CODE);
    }
    await attempts.refund(account.subject);
    if (isRecovery) await recordAccountEvent(database, 'recovery_code_used', account.email);
  }

  async function createCodes(subject: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
    await rows.replaceRecoveryCodes(
      subject,
      codes.map((code) => recoveryHashOf(subject, code)),
    );
    return codes;
  }

  /**
   * Turns a second factor on.
   * @returns the recovery codes if it is the account's first one
   */
  async function turnOn(subject: string, store: () => Promise<void>): Promise<string[]> {
    return database.transaction(async () => {
      await rows.lock(subject);
      const { codes, passkeys } = await rows.state(subject);
      await store();
      return codes || passkeys ? [] : createCodes(subject);
    });
  }

  /** Turns a second factor off, and deletes the recovery codes with the last one. */
  async function turnOff(subject: string, remove: () => Promise<void>): Promise<void> {
    await database.transaction(async () => {
      await rows.lock(subject);
      await remove();
      const { codes, passkeys } = await rows.state(subject);
      if (!codes && !passkeys) await rows.deleteRecoveryCodes(subject);
    });
  }

  return {
    requireCode,
    turnOn,
    turnOff,

    /** Runs work in a transaction, in which other changes of the account's second factors wait. */
    async exclusively<Result>(subject: string, work: () => Promise<Result>): Promise<Result> {
      return database.transaction(async () => {
        await rows.lock(subject);
        return work();
      });
    },

    /** Returns which second factors the account has; with one, the password alone does not sign in. */
    state: (subject: string) => rows.state(subject),

    /** Returns whether the account must have a second factor: staff, when STAFF_SECOND_FACTOR is on. */
    async isRequiredFor(subject: string): Promise<boolean> {
      return isRequiredForStaff && rows.isStaff(subject);
    },

    /** Encrypts every secret with the current key, so that previous keys can be removed. @throws SecretsKeyError */
    async encryptAll(): Promise<void> {
      const [key] = keys;
      if (key === undefined) return;
      for (const { accountPk, secret } of await rows.all()) {
        const isCurrent =
          secret.startsWith(ENCRYPTED) && decryptText(secret.slice(ENCRYPTED.length), key) !== undefined;
        if (!isCurrent) await rows.replaceStored(accountPk, secret, toStored(fromStored(secret)));
      }
    },

    /**
     * Creates a secret for the authenticator app; it counts once a code confirms it.
     * @returns the secret in base32, and the URI of its QR code
     * @throws AppError CONFLICT when codes are on already
     */
    async begin({ subject, email }: AccountClaims): Promise<{ secret: string; uri: string }> {
      const secret = new Secret({ size: SECRET_BYTES }).base32;
      if (!(await rows.replaceUnconfirmed(subject, toStored(secret)))) {
        throw new AppError('CONFLICT', 'One-time codes are on already.');
      }
      return { secret, uri: totpOf(secret, email).toString() };
    },

    /** Returns the secret that is not confirmed yet, and creates it the first time. @throws AppError CONFLICT */
    async beginOrContinue(account: AccountClaims): Promise<{ secret: string; uri: string }> {
      const row = await rows.find(account.subject);
      if (row === undefined || row.confirmedAt !== null) return this.begin(account);
      const secret = fromStored(row.secret);
      return { secret, uri: totpOf(secret, account.email).toString() };
    },

    /**
     * Turns one-time codes on with a code of the new secret.
     * @returns the recovery codes if it is the account's first second factor; they are not shown again
     * @throws AppError INVALID_INPUT, RATE_LIMITED, CONFLICT
     */
    async confirm(account: AccountClaims, code: string): Promise<string[]> {
      await requireCode(account, code, { isNew: true });
      return turnOn(account.subject, async () => {
        if (!(await rows.confirm(account.subject))) {
          throw new AppError('CONFLICT', 'One-time codes are on already.');
        }
        await recordAccountEvent(database, 'second_factor_on', account.email);
        await mail.enqueue(secondFactorMail(account.email, 'on', publicUrl));
      });
    },

    /** Replaces the recovery codes. The caller has checked a code or the password. @returns the new ones */
    async renewRecoveryCodes({ subject, email }: AccountClaims): Promise<string[]> {
      return database.transaction(async () => {
        await rows.lock(subject);
        await recordAccountEvent(database, 'recovery_codes_replaced', email);
        await mail.enqueue(recoveryCodesMail(email, publicUrl));
        return createCodes(subject);
      });
    },

    /** Turns one-time codes off. @throws AppError INVALID_INPUT, RATE_LIMITED */
    async turnCodesOff(account: AccountClaims, code: string): Promise<void> {
      await requireCode(account, code);
      await turnOff(account.subject, async () => {
        await rows.delete(account.subject);
        await recordAccountEvent(database, 'second_factor_off', account.email);
        await mail.enqueue(secondFactorMail(account.email, 'off', publicUrl));
      });
    },
  };
}
