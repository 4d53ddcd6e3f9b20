import type { z } from 'zod';
import { AppError, invalid } from '#shared/kernel/errors.ts';
import { SESSION_ENDED } from '#shared/session/messages.ts';
import type { AccessToken, SignInResponse } from '#shared/session/responses.ts';
import type { passwordResetInput, signInInput } from '#shared/session/schema.ts';
import { isKnownTimeZone } from '../../db/time-zones.ts';
import { createRateLimit } from '../../lib/rate-limits.ts';
import type { TokenIdentity } from '../../identity/access-token.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { recordSignOut } from '../../lib/security-log.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import type { SignUpService } from '../sign-up/sign-up.service.ts';
import type { InvitationLinksService } from '../invitations/invitation-links.service.ts';
import { SessionRepository } from './session.repository.ts';

/**
 * Signs in the web app: this server stores the refresh token, the browser an HttpOnly cookie that decrypts it, and the
 * page only a short-lived access token in memory.
 */
export function createSessionService(
  { config, database, identity }: ServiceDependencies,
  {
    alerts,
    invitationLinks,
    signUp,
  }: { alerts: AlertsService; invitationLinks: InvitationLinksService; signUp: SignUpService },
) {
  const repository = new SessionRepository(database);
  const signIns = createRateLimit(database, { name: 'session', attempts: 120, seconds: 15 * 60 });
  /** Renewals in progress in this process: requests that arrive during one share its result. */
  const renewals = new Map<string, Promise<AccessToken>>();

  /** @returns null when the provider refuses, or its access token is not for this server */
  async function requestTokens(parameters: Record<string, string>) {
    const tokens = await identity.requestTokens(parameters);
    if (tokens === null) return null;
    const token = await identity.verifier.verify(tokens.accessToken);
    return token && { tokens, token };
  }

  async function renew(secret: string): Promise<AccessToken> {
    let session = await repository.find(secret);
    let tried: string | undefined;
    // If another process has renewed since, use its refresh token.
    while (session !== undefined && session.refreshToken !== tried) {
      tried = session.refreshToken;
      const renewed = await requestTokens({ grant_type: 'refresh_token', refresh_token: tried });
      if (renewed !== null) {
        const { tokens, token } = renewed;
        await repository.renew(secret, session.stored, {
          // Some providers put no session id in their tokens: each token is then its own session.
          sessionId: token.sessionId,
          refreshToken: tokens.refreshToken ?? tried,
        });
        return { access_token: tokens.accessToken, expires_in: tokens.expiresIn };
      }
      session = await repository.find(secret);
    }
    await repository.delete(secret);
    throw new AppError('UNAUTHENTICATED', SESSION_ENDED);
  }

  /**
   * Sets the browser's time zone for a person whose time zone was never set, such as someone new who signs in with an
   * external provider.
   */
  async function setFirstTimeZone(token: TokenIdentity, timeZone: string | undefined): Promise<void> {
    if (timeZone === undefined || !(await isKnownTimeZone(database, timeZone))) return;
    const person = await repository.personWithoutTimeZone(token);
    if (person !== undefined) await alerts.changeTimeZone(person, timeZone);
  }

  return {
    describe: () => identity.describe(),

    /**
     * Completes a sign-in of the web app with the authorization code, and the invitation or sign-up it belongs to.
     * @returns the access token, and the secret for the cookie
     */
    async signIn(
      { invitation, sign_up: signUpId, time_zone: timeZone, ...input }: z.output<typeof signInInput>,
      ip: string,
    ): Promise<{ response: SignInResponse; secret: string | undefined }> {
      if (input.redirect_uri !== `${config.publicUrl}/auth/callback/`) {
        throw invalid('redirect_uri', 'This is not where the web app returns to.');
      }
      // Only failures count, because a school can share one IP address.
      await signIns.require(ip);
      const signedIn = await requestTokens({ grant_type: 'authorization_code', ...input });
      if (signedIn === null) {
        throw new AppError('UNAUTHENTICATED', 'This sign-in has expired. Sign in again.');
      }
      const { tokens, token } = signedIn;
      await signIns.refund(ip);
      await identity.linkPerson(token, tokens);
      if (signUpId !== undefined) {
        await signUp.completeBySignIn(signUpId, token, () => identity.verifiedEmail(token, tokens));
      }
      const isAccepted =
        invitation &&
        (await invitationLinks.acceptBySignIn(
          invitation,
          token,
          () => identity.verifiedEmail(token, tokens),
          ip,
        ));
      await setFirstTimeZone(token, timeZone);
      const { refreshToken } = tokens;
      return {
        response: {
          access_token: tokens.accessToken,
          expires_in: tokens.expiresIn,
          invitation_accepted: isAccepted,
        },
        secret:
          refreshToken && (await repository.create(token, { sessionId: token.sessionId, refreshToken })),
      };
    },

    /** Returns a new access token. @throws AppError UNAUTHENTICATED when the session has ended */
    refresh(secret: string): Promise<AccessToken> {
      let renewal = renewals.get(secret);
      if (renewal === undefined) {
        renewal = renew(secret).finally(() => renewals.delete(secret));
        renewals.set(secret, renewal);
      }
      return renewal;
    },

    /**
     * Ends the cookie's session; its tokens are refused from the next request on.
     * @returns the id of the session that ended
     */
    async signOut(secret: string): Promise<string | undefined> {
      const session = await repository.find(secret);
      if (session === undefined) return undefined;
      await repository.delete(secret);
      await identity.endSession(session.sessionId, session.refreshToken);
      await recordSignOut(database, session);
      return session.sessionId;
    },

    /** Ends the session of a bearer token. */
    async revoke(token: TokenIdentity, refreshToken?: string): Promise<void> {
      await repository.deleteBySessionId(token.sessionId);
      await identity.endSession(token.sessionId, refreshToken);
      await recordSignOut(database, token);
    },

    /** Requests a password reset (AUTH-035); the response is the same for known and unknown accounts. */
    async requestPasswordReset(input: z.output<typeof passwordResetInput>, ip: string): Promise<void> {
      const { web, extension } = await identity.describe();
      if (input.client_id !== web.client_id && input.client_id !== extension.client_id) {
        throw invalid('client_id', 'There is no such client.');
      }
      await identity.requestPasswordReset(input.email, ip);
    },
  };
}
