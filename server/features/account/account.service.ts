import {
  type ChangeEmailInput,
  type ChangePasswordInput,
  type SecondFactorCodeInput,
  type StartSecondFactorInput,
  WRONG_PASSWORD,
} from '#shared/account/schema.ts';
import type { Account } from '#shared/account/responses.ts';
import { invalid, notFound } from '#shared/kernel/errors.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import type { TokenIdentity } from '../../identity/access-token.ts';
import { createCityFinder } from '../../lib/city.ts';
import { createRateLimit } from '../../lib/rate-limits.ts';
import { recordAccountEvent, recordSignOut } from '../../lib/security-log.ts';

/** The account service for routes. */
export type AccountService = ReturnType<typeof createAccountService>;

/** Creates the service of a person's own account: email, password, one-time codes and signed-in devices. */
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

  return {
    async read({ subject, sessionId }: TokenIdentity): Promise<Account> {
      if (identity.devices === null) return { devices: null, second_factor: null };
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
      const { secondFactors } = identity;
      const secondFactor = secondFactors && {
        on: await secondFactors.isOn(subject),
        recovery_codes_left: await secondFactors.countRecoveryCodes(subject),
      };
      return { devices, second_factor: secondFactor };
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
     * Emails a link that changes the email address. The response is the same when the address is taken.
     * @throws AppError INVALID_INPUT, RATE_LIMITED, NOT_FOUND with an external provider
     */
    async changeEmail({ subject }: TokenIdentity, input: ChangeEmailInput): Promise<void> {
      const { account } = await requirePassword(subject, input.current_password);
      if (account.email.toLowerCase() === input.email.toLowerCase()) {
        throw invalid('email', 'This is your address already.');
      }
      await mails.require(subject);
      await identity.emailChanges?.request(subject, input.email);
    },

    /**
     * Creates the secret of an authenticator app.
     * @throws AppError INVALID_INPUT for a wrong password, RATE_LIMITED, CONFLICT, NOT_FOUND with an external provider
     */
    async startSecondFactor({ subject }: TokenIdentity, input: StartSecondFactorInput) {
      const { account } = await requirePassword(subject, input.current_password);
      return requireSecondFactors().begin(account);
    },

    /** Turns one-time codes on. @throws AppError INVALID_INPUT for a wrong code, RATE_LIMITED, CONFLICT, NOT_FOUND */
    async confirmSecondFactor({ subject }: TokenIdentity, { code }: SecondFactorCodeInput) {
      return { recovery_codes: await requireSecondFactors().confirm(await requireAccount(subject), code) };
    },

    /** Replaces the recovery codes. @throws AppError INVALID_INPUT for a wrong code, RATE_LIMITED, NOT_FOUND */
    async renewRecoveryCodes({ subject }: TokenIdentity, { code }: SecondFactorCodeInput) {
      const account = await requireAccount(subject);
      return { recovery_codes: await requireSecondFactors().renewRecoveryCodes(account, code) };
    },

    /** Turns one-time codes off. @throws AppError INVALID_INPUT for a wrong code, RATE_LIMITED, NOT_FOUND */
    async turnOffSecondFactor({ subject }: TokenIdentity, { code }: SecondFactorCodeInput): Promise<void> {
      await requireSecondFactors().turnOff(await requireAccount(subject), code);
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
