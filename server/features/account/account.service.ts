import {
  type AddPasskeyInput,
  type ChangeEmailInput,
  type ChangePasswordInput,
  type CurrentPasswordInput,
  type RenamePasskeyInput,
  type RenewRecoveryCodesInput,
  type SecondFactorCodeInput,
  WRONG_PASSWORD,
} from '#shared/account/schema.ts';
import type { Account } from '#shared/account/responses.ts';
import { invalid, notFound } from '#shared/kernel/errors.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import type { TokenIdentity } from '../../identity/access-token.ts';
import { createCityFinder } from '../../lib/city.ts';
import { createRateLimit } from '../../lib/rate-limits.ts';
import { recordAccountEvent, recordSignOut } from '../../lib/security-log.ts';

/** Creates the service of a person's own account: email, password, second factors and signed-in devices. */
export function createAccountService({ database, identity }: ServiceDependencies) {
  const cities = createCityFinder();
  const attempts = createRateLimit(database, { name: 'password-check', attempts: 10, seconds: 15 * 60 });
  const mails = createRateLimit(database, { name: 'email-change', attempts: 5, seconds: 60 * 60 });

  async function cityOf(ip: string | null): Promise<string | null> {
    const location = ip === null ? null : await cities.find(ip);
    if (location?.state !== 'known') return null;
    const { city, countryName } = location.city;
    return [city, countryName].filter((part) => part !== '').join(', ') || null;
  }

  /** @throws AppError INVALID_INPUT for a wrong password, RATE_LIMITED, NOT_FOUND with an external provider */
  async function requirePassword(subject: string, password: string) {
    const { accounts } = identity;
    const account = await requireAccount(subject);
    if (accounts === null) throw notFound();
    await attempts.require(subject);
    if ((await accounts.checkPassword(account.email, password)) === null) {
      await recordAccountEvent(database, 'password_check_failed', account.email);
      throw invalid('current_password', WRONG_PASSWORD);
    }
    await attempts.refund(subject);
    return { accounts, account };
  }

  /** @throws AppError NOT_FOUND with an external provider */
  async function requireAccount(subject: string) {
    const account = await identity.accounts?.find(subject);
    if (account === undefined) throw notFound();
    return account;
  }

  /** @throws AppError NOT_FOUND with an external provider */
  function requireSecondFactors() {
    if (identity.secondFactors === null) throw notFound();
    return identity.secondFactors;
  }

  /** @throws AppError NOT_FOUND with an external provider */
  function requirePasskeys() {
    if (identity.passkeys === null) throw notFound();
    return identity.passkeys;
  }

  /** Returns the holder of a passkey challenge: only the session that started it can finish it. */
  const holderOf = ({ sessionId }: TokenIdentity) => `session:${sessionId}`;

  return {
    /** Returns the person's devices and ways to sign in; each is null with an external provider. */
    async read({ subject, sessionId }: TokenIdentity): Promise<Account> {
      if (identity.devices === null) return { devices: null, second_factor: null, passkeys: null };
      const devices: Account['devices'] = [];
      for (const device of await identity.devices.list(subject)) {
        devices.push({
          id: device.sessionId,
          client: device.client,
          browser: device.browser ?? 'Unknown browser',
          city: await cityOf(device.ip),
          signed_in_at: device.signedInAt.toISOString(),
          last_used_at: device.lastUsedAt.toISOString(),
          current: device.sessionId === sessionId,
        });
      }
      const { codes, recoveryCodesLeft } = await requireSecondFactors().state(subject);
      const passkeys = await requirePasskeys().list(subject);
      return {
        devices,
        second_factor: { on: codes, recovery_codes_left: recoveryCodesLeft },
        passkeys: passkeys.map(({ pk, name, createdAt, lastUsedAt }) => ({
          pk,
          name,
          created_at: createdAt.toISOString(),
          last_used_at: lastUsedAt?.toISOString() ?? null,
        })),
      };
    },

    /**
     * Changes the password and ends every sign-in, this one too.
     * @throws AppError INVALID_INPUT, RATE_LIMITED, NOT_FOUND with an external provider
     */
    async changePassword({ subject }: TokenIdentity, input: ChangePasswordInput): Promise<void> {
      const { accounts, account } = await requirePassword(subject, input.current_password);
      await accounts.changePassword(account, input.password);
    },

    /**
     * Emails a link that changes the email address, and notifies the current one. The response is the same when the
     * address is taken.
     * @throws AppError INVALID_INPUT, RATE_LIMITED, NOT_FOUND with an external provider
     */
    async changeEmail({ subject }: TokenIdentity, input: ChangeEmailInput): Promise<void> {
      const { account } = await requirePassword(subject, input.current_password);
      if (account.email.toLowerCase() === input.email.toLowerCase()) {
        throw invalid('email', 'This is already your email address.');
      }
      await mails.require(subject);
      await identity.emailChanges?.request(account, input.email);
    },

    /**
     * Creates the secret of an authenticator app.
     * @throws AppError INVALID_INPUT for a wrong password, RATE_LIMITED, CONFLICT, NOT_FOUND with an external provider
     */
    async startSecondFactor({ subject }: TokenIdentity, input: CurrentPasswordInput) {
      const { account } = await requirePassword(subject, input.current_password);
      return requireSecondFactors().begin(account);
    },

    /** Turns one-time codes on. @throws AppError INVALID_INPUT for a wrong code, RATE_LIMITED, CONFLICT, NOT_FOUND */
    async confirmSecondFactor({ subject }: TokenIdentity, { code }: SecondFactorCodeInput) {
      return { recovery_codes: await requireSecondFactors().confirm(await requireAccount(subject), code) };
    },

    /**
     * Replaces the recovery codes. Requires a one-time code, or the password when passkeys are the only second factor.
     * @throws AppError INVALID_INPUT for a wrong code or password, RATE_LIMITED, NOT_FOUND
     */
    async renewRecoveryCodes({ subject }: TokenIdentity, input: RenewRecoveryCodesInput) {
      const secondFactors = requireSecondFactors();
      const { codes, passkeys } = await secondFactors.state(subject);
      const account = await requireAccount(subject);
      if (passkeys && !codes) await requirePassword(subject, input.current_password ?? '');
      else await secondFactors.requireCode(account, input.code ?? '');
      return { recovery_codes: await secondFactors.renewRecoveryCodes(account) };
    },

    /** Turns one-time codes off. @throws AppError INVALID_INPUT for a wrong code, RATE_LIMITED, NOT_FOUND */
    async turnOffSecondFactor({ subject }: TokenIdentity, { code }: SecondFactorCodeInput): Promise<void> {
      await requireSecondFactors().turnCodesOff(await requireAccount(subject), code);
    },

    /**
     * Returns the options with which a browser creates a passkey.
     * @throws AppError INVALID_INPUT for a wrong password, RATE_LIMITED, CONFLICT, NOT_FOUND with an external provider
     */
    async startPasskey(token: TokenIdentity, input: CurrentPasswordInput) {
      const { account } = await requirePassword(token.subject, input.current_password);
      return requirePasskeys().beginAdding(account, holderOf(token));
    },

    /** Adds the created passkey. @throws AppError BAD_REQUEST for an invalid one, CONFLICT, NOT_FOUND */
    async addPasskey(token: TokenIdentity, input: AddPasskeyInput) {
      const account = await requireAccount(token.subject);
      return { recovery_codes: await requirePasskeys().add(account, holderOf(token), input) };
    },

    /** Renames a passkey. @throws AppError NOT_FOUND */
    async renamePasskey({ subject }: TokenIdentity, pk: number, { name }: RenamePasskeyInput): Promise<void> {
      await requirePasskeys().rename(subject, pk, name);
    },

    /** Removes a passkey. @throws AppError INVALID_INPUT for a wrong password, RATE_LIMITED, NOT_FOUND */
    async removePasskey({ subject }: TokenIdentity, pk: number, input: CurrentPasswordInput): Promise<void> {
      const { account } = await requirePassword(subject, input.current_password);
      await requirePasskeys().remove(account, pk);
    },

    /** Signs out one device of the person. @throws AppError NOT_FOUND */
    async endDevice(token: TokenIdentity, id: string): Promise<void> {
      const ended = (await identity.devices?.end(token.subject, { only: id })) ?? 0;
      if (ended === 0) throw notFound();
      await recordSignOut(database, token, 'device_signed_out');
    },

    /** Signs out every device of the person but this one. */
    async endOtherDevices(token: TokenIdentity): Promise<void> {
      const ended = (await identity.devices?.end(token.subject, { allBut: token.sessionId })) ?? 0;
      if (ended > 0) await recordSignOut(database, token, 'device_signed_out');
    },
  };
}
