import {
  type AddPasskeyInput,
  MAX_PASSKEYS,
  passkeyAssertion,
  type PasskeyAssertion,
  TOO_MANY_PASSKEYS,
} from '#shared/account/schema.ts';
import { AppError, notFound } from '#shared/kernel/errors.ts';
import type { Database } from '../../../db/database.ts';
import { createRateLimit } from '../../../lib/rate-limits.ts';
import { recordAccountEvent } from '../../../lib/security-log.ts';
import type { Mail } from '../../../mail/mail.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { AccountClaims } from '../accounts/accounts.repository.ts';
import { passkeyMail } from '../mails.ts';
import { type PasskeyKey, PasskeysRepository } from './passkeys.repository.ts';
import type { SecondFactors } from './second-factors.ts';

/** Passkeys (WebAuthn): a second factor after the password, and a sign-in without one. */
export type Passkeys = ReturnType<typeof createPasskeys>;

/** Why a passkey is refused. */
export const PASSKEY_PROBLEMS = {
  expired: 'This attempt took too long or was used already. Try again.',
  unknown: 'GoPath does not know this passkey. Use another one, or sign in another way.',
  otherSite: 'This passkey was used at another address. Open GoPath at its own address and try again.',
  copied: 'This passkey was refused because it may have been copied. Sign in another way and remove it.',
  invalid: 'This passkey could not be checked. Try again.',
  exists: 'This passkey was added already.',
} as const;

/** EdDSA, ES256 and RS256 (COSE): every device has one of them. */
const ALGORITHMS = [-8, -7, -257];
const CHALLENGE_MINUTES = 5;
const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000;

/** Loaded with the first passkey: it takes a quarter of a second and 25 MB. */
const loadWebAuthn = () => import('@simplewebauthn/server');

function refused(problem: keyof typeof PASSKEY_PROBLEMS): AppError {
  return new AppError('BAD_REQUEST', PASSKEY_PROBLEMS[problem]);
}

/** Reads the challenge and the origin that the browser signed. @throws AppError BAD_REQUEST */
function readClientData(clientDataJSON: string): { challenge?: unknown; origin?: unknown } {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    if (typeof data === 'object' && data !== null) return data;
  } catch {
    // Not JSON.
  }
  throw refused('invalid');
}

/** Creates the passkeys of the embedded identity provider. */
export function createPasskeys({
  database,
  mail,
  accounts,
  secondFactors,
  publicUrl,
}: {
  database: Database;
  mail: Mail;
  accounts: Accounts;
  secondFactors: SecondFactors;
  publicUrl: string;
}) {
  const rows = new PasskeysRepository(database);
  const { origin, hostname: rpID } = new URL(publicUrl);
  // A whole school can share one address.
  const attemptsFromOne = createRateLimit(database, { name: 'passkey-ip', attempts: 100, seconds: 15 * 60 });
  const attemptsOfOne = createRateLimit(database, { name: 'passkey', attempts: 10, seconds: 15 * 60 });

  /** Takes the holder's challenge and compares it with the response. @throws AppError BAD_REQUEST */
  async function requireChallenge(holder: string, clientDataJSON: string): Promise<string> {
    const expected = await rows.takeChallenge(holder);
    const given = readClientData(clientDataJSON);
    if (given.origin !== origin) throw refused('otherSite');
    if (expected === undefined || given.challenge !== expected) throw refused('expired');
    return expected;
  }

  /** Checks the signature and the counter. @throws AppError BAD_REQUEST */
  async function requireSignature(passkey: PasskeyKey, challenge: string, assertion: PasskeyAssertion) {
    const { verifyAuthenticationResponse } = await loadWebAuthn();
    // The library throws a plain error for every invalid response.
    const result = await verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: assertion.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        // Compared by `use`, in one statement for parallel requests.
        counter: 0,
      },
    }).catch(() => undefined);
    if (result?.verified !== true) throw refused('invalid');
    if (!(await rows.use(passkey.pk, result.authenticationInfo.newCounter))) throw refused('copied');
  }

  /**
   * Checks the response of a browser.
   * @param expected the account whose password was right; undefined for a sign-in without a password
   * @throws AppError BAD_REQUEST
   */
  async function check(holder: string, input: unknown, expected?: AccountClaims): Promise<AccountClaims> {
    const parsed = passkeyAssertion.safeParse(input);
    if (!parsed.success) throw refused('invalid');
    const assertion = parsed.data;
    const { clientDataJSON, userHandle } = assertion.response;
    const challenge = await requireChallenge(holder, clientDataJSON);
    const passkey = await rows.find(assertion.id);
    const account = passkey && (await accounts.find(passkey.subject));
    const isOther =
      userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== account?.subject;
    const isExpected = expected === undefined || expected.subject === account?.subject;
    if (passkey === undefined || account === undefined || isOther || !isExpected) throw refused('unknown');
    try {
      await requireSignature(passkey, challenge, assertion);
    } catch (error) {
      await recordAccountEvent(database, 'passkey_failed', account.email);
      throw error;
    }
    return account;
  }

  return {
    list: (subject: string) => rows.list(subject),

    /**
     * Returns the options with which a browser creates a passkey.
     * @param holder the session, which can add one passkey with them
     * @throws AppError CONFLICT when the account has the most passkeys
     */
    async beginAdding({ subject, email, firstName, lastName }: AccountClaims, holder: string) {
      const credentialIds = await rows.credentialIds(subject);
      if (credentialIds.length >= MAX_PASSKEYS) throw new AppError('CONFLICT', TOO_MANY_PASSKEYS);
      const { generateRegistrationOptions } = await loadWebAuthn();
      const options = await generateRegistrationOptions({
        rpName: 'GoPath',
        rpID,
        userID: new TextEncoder().encode(subject),
        userName: email,
        userDisplayName: `${firstName} ${lastName}`,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: credentialIds.map((id) => ({ id })),
        // Signs in without an email address, and asks for the fingerprint, face or PIN.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        timeout: TIMEOUT_MS,
      });
      await rows.setChallenge(holder, options.challenge, CHALLENGE_MINUTES);
      return options;
    },

    /**
     * Adds a created passkey.
     * @returns the recovery codes if it is the account's first second factor
     * @throws AppError BAD_REQUEST for an invalid one, CONFLICT
     */
    async add(
      account: AccountClaims,
      holder: string,
      { name, credential }: AddPasskeyInput,
    ): Promise<string[]> {
      const expectedChallenge = await requireChallenge(holder, credential.response.clientDataJSON);
      const { verifyRegistrationResponse } = await loadWebAuthn();
      // The library throws a plain error for every invalid response.
      const result = await verifyRegistrationResponse({
        response: { ...credential, clientExtensionResults: {} },
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => undefined);
      if (result?.verified !== true) throw refused('invalid');
      const { id, publicKey, counter } = result.registrationInfo.credential;
      return secondFactors.turnOn(account.subject, async () => {
        const { length } = await rows.credentialIds(account.subject);
        if (length >= MAX_PASSKEYS) throw new AppError('CONFLICT', TOO_MANY_PASSKEYS);
        const passkey = {
          credentialId: id,
          publicKey: Buffer.from(publicKey).toString('base64url'),
          counter,
          name,
        };
        if (!(await rows.insert(account.subject, passkey))) {
          throw new AppError('CONFLICT', PASSKEY_PROBLEMS.exists);
        }
        await recordAccountEvent(database, 'passkey_added', account.email);
        await mail.enqueue(passkeyMail(account.email, 'added', publicUrl));
      });
    },

    /** Renames a passkey. @throws AppError NOT_FOUND */
    async rename(subject: string, pk: number, name: string): Promise<void> {
      if (!(await rows.rename(subject, pk, name))) throw notFound();
    },

    /** Removes a passkey. @throws AppError NOT_FOUND */
    async remove(account: AccountClaims, pk: number): Promise<void> {
      await secondFactors.turnOff(account.subject, async () => {
        if (!(await rows.delete(account.subject, pk))) throw notFound();
        await recordAccountEvent(database, 'passkey_removed', account.email);
        await mail.enqueue(passkeyMail(account.email, 'removed', publicUrl));
      });
    },

    /**
     * Returns the options with which a browser uses a passkey.
     * @param holder the unfinished sign-in, which can use them once
     * @param subject limits them to the passkeys of an account
     */
    async beginUsing(holder: string, subject?: string) {
      const { generateAuthenticationOptions } = await loadWebAuthn();
      const credentialIds = subject === undefined ? [] : await rows.credentialIds(subject);
      const options = await generateAuthenticationOptions({
        rpID,
        allowCredentials: credentialIds.map((id) => ({ id })),
        userVerification: 'required',
        timeout: TIMEOUT_MS,
      });
      await rows.setChallenge(holder, options.challenge, CHALLENGE_MINUTES);
      return options;
    },

    /**
     * Signs in with a passkey alone.
     * @returns its account
     * @throws AppError BAD_REQUEST, RATE_LIMITED
     */
    async signIn(holder: string, ip: string, response: unknown): Promise<AccountClaims> {
      await attemptsFromOne.require(ip);
      const account = await check(holder, response);
      await attemptsFromOne.refund(ip);
      return account;
    },

    /** Checks a passkey of the account after its password. @throws AppError BAD_REQUEST, RATE_LIMITED */
    async requirePasskey(holder: string, account: AccountClaims, response: unknown): Promise<void> {
      await attemptsOfOne.require(account.subject);
      await check(holder, response, account);
      await attemptsOfOne.refund(account.subject);
    },
  };
}
