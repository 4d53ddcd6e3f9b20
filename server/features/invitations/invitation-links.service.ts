/**
 * Opens and accepts the links in invitations. There are three ways to accept one:
 *
 *     identity's `accept`  a new person chooses a password on a page of the embedded identity provider
 *     `accept`             a signed-in person presses the button on the page of the link
 *     `acceptBySignIn`     a person signs in because of the link; at an external provider, new people do this, too
 *
 * Each locks the invitation, gets the person (`findOrCreatePerson`), and relates the two people (`completeInvitation`).
 * Unknown, used, expired and revoked links look the same. Only the person who has accepted a link can repeat it.
 */
import { relationFromInvitation } from '#shared/invitations/policy.ts';
import type { OpenInvitation } from '#shared/invitations/responses.ts';
import { invitationToken } from '#shared/invitations/schema.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, notFound } from '#shared/kernel/errors.ts';
import { type AcceptInput, isOldEnough } from '#shared/session/schema.ts';
import { actAs } from '../../db/act-as.ts';
import { timeZoneOfNewPerson } from '../../db/time-zones.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import type { TokenIdentity } from '../../identity/access-token.ts';
import { hashOf } from '../../lib/hash.ts';
import { createRateLimit } from '../../lib/rate-limits.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import type { DeletionsService } from '../privacy/deletions.service.ts';
import type { RelationsService } from '../users/relations.service.ts';
import { INVITATION_ACCEPTED, invitationAccepted } from './invitations.alerts.ts';
import { InvitationsRepository, type OpenInvitationRow } from './invitations.repository.ts';

/** The accepting sign-in, with a verified email address, and the input of a new person. */
interface Accepting {
  issuer: string;
  subject: string;
  email: string;
  firstName: string;
  lastName: string;
  birthday: string | null;
  /** The browser's time zone, if it is known. */
  timeZone?: string | undefined;
}

export type InvitationLinksService = ReturnType<typeof createInvitationLinksService>;

const OTHER_ADDRESS = 'This invitation is for another address.';
const OTHER_ROLE =
  'This invitation is for another type of account. Ask for one to a different email address.';

/** Returns the stored hash of a link's token; null for text that cannot be one. */
function tokenHash(token: string): string | null {
  const parsed = invitationToken.safeParse(token);
  return parsed.success ? hashOf(parsed.data) : null;
}

/** Creates the service of the links in invitations: opening and accepting, by a sign-in or with a new account. */
export function createInvitationLinksService(
  { database, clock, identity }: ServiceDependencies,
  {
    alerts,
    deletions,
    relations,
  }: { alerts: AlertsService; deletions: DeletionsService; relations: RelationsService },
) {
  const repository = new InvitationsRepository(database);
  alerts.registerAlertSource(invitationAccepted(database));
  const links = createRateLimit(database, { name: 'invitation-link', attempts: 30, seconds: 15 * 60 });

  /** Finds the invitation of a link. Failures count against the IP address. */
  async function findOpen(hash: string | null, ip: string): Promise<OpenInvitationRow | undefined> {
    await links.require(ip);
    const row = hash === null ? undefined : await repository.findOpen(hash, clock.now());
    if (row !== undefined) await links.refund(ip);
    return row;
  }

  /** Returns whether the invited person signs in instead of choosing a password. */
  async function signsIn({ email, hasSignedIn }: OpenInvitationRow): Promise<boolean> {
    return hasSignedIn || identity.accounts === null || (await identity.accounts.has(email));
  }

  /**
   * Returns the person with the email address, or creates one. A person without a sign-in, such as a student who was
   * added without one, gets the accepting sign-in.
   * @throws AppError CONFLICT for a person with another role or sign-in
   */
  async function findOrCreatePerson(invitation: OpenInvitationRow, accepting: Accepting): Promise<number> {
    const { issuer, subject, firstName, lastName, birthday } = accepting;
    const owner = await repository.ownerOf(invitation.email);
    if (owner === undefined) {
      const { email, role } = invitation;
      const timeZone = await timeZoneOfNewPerson(database, accepting.timeZone);
      const pk = await repository.insertUser({
        role,
        firstName,
        lastName,
        email,
        issuer,
        subject,
        birthday,
        timeZone,
      });
      if (pk === undefined) throw new AppError('CONFLICT', OTHER_ADDRESS);
      return pk;
    }
    if (owner.role !== invitation.role) throw new AppError('CONFLICT', OTHER_ROLE);
    if (owner.issuer === null) await repository.linkSignIn(owner.pk, { issuer, subject, birthday });
    else if (owner.issuer !== issuer || owner.subject !== subject)
      throw new AppError('CONFLICT', OTHER_ADDRESS);
    return owner.pk;
  }

  /**
   * Relates the two people, if this kind of invitation does, and marks it as accepted. Call it in the transaction that
   * locks the invitation.
   * @throws AppError CONFLICT
   */
  async function completeInvitation(invitation: OpenInvitationRow, acceptedPk: number): Promise<void> {
    const { pk, inviterPk } = invitation;
    const relation = relationFromInvitation(invitation.inviterRole, invitation.role);
    await actAs(database, acceptedPk);
    if (relation === 'parent of the inviter') await relations.relateInvited(inviterPk, acceptedPk, 'parent');
    if (relation === 'student of the inviter') await relations.relateInvited(acceptedPk, inviterPk, 'mentor');
    await repository.accept(pk, acceptedPk, clock.now());
    await alerts.announce(INVITATION_ACCEPTED, { invitationPk: pk });
  }

  /** Returns whether this sign-in has accepted it before, because the response may have been lost. */
  async function wasAcceptedBy(
    token: string,
    { issuer, subject }: Pick<TokenIdentity, 'issuer' | 'subject'>,
  ) {
    const hash = tokenHash(token);
    return hash !== null && (await repository.isAcceptedBy(hash, issuer, subject));
  }

  /** Accepts an invitation. @throws AppError NOT_FOUND, the same for every invalid link */
  function acceptAs(token: string, accepting: Accepting): Promise<void> {
    return database.transaction(async () => {
      const hash = tokenHash(token);
      const invitation = hash === null ? undefined : await repository.lockOpen(hash, clock.now());
      if (invitation === undefined) {
        if (await wasAcceptedBy(token, accepting)) return;
        throw notFound();
      }
      if (invitation.email.toLowerCase() !== accepting.email.toLowerCase()) {
        throw new AppError('CONFLICT', OTHER_ADDRESS);
      }
      await completeInvitation(invitation, await findOrCreatePerson(invitation, accepting));
    });
  }

  identity.setInvitationHandler({
    async find(hash, ip) {
      const invitation = await findOpen(hash, ip);
      return invitation === undefined ? null : { ...invitation, signsIn: await signsIn(invitation) };
    },

    async accept(hash, input: AcceptInput) {
      const { accounts } = identity;
      const found = await repository.findOpen(hash, clock.now());
      if (accounts === null || found === undefined) return false;
      const names = { firstName: input.first_name, lastName: input.last_name };
      await accounts.requireStrongPassword(input.password, { ...names, email: found.email });
      const passwordHash = await accounts.hashPassword(input.password);
      return database.transaction(async () => {
        const invitation = await repository.lockOpen(hash, clock.now());
        if (invitation === undefined) return false;
        const { email, role } = invitation;
        const subject = await accounts.create({ email, passwordHash, ...names });
        const birthday = role === 'student' ? (input.birthday ?? null) : null;
        const account = { issuer: identity.issuer, subject, email, birthday, ...names };
        await completeInvitation(
          invitation,
          await findOrCreatePerson(invitation, { ...account, timeZone: input.time_zone }),
        );
        return true;
      });
    },

    async removeChild(email) {
      await repository.deleteStudentInvitations(email);
      await deletions.requestForChild(email);
    },

    acceptedEmail: async (hash) => (await repository.acceptedEmail(hash)) ?? null,
  });

  return {
    /** Reads the page of a link (AUTH-014). It accepts nothing, because mail scanners open links. */
    async look(token: string, ip: string): Promise<OpenInvitation> {
      const invitation = await findOpen(tokenHash(token), ip);
      if (invitation === undefined) throw notFound();
      const { inviter, inviterRole, role, email } = invitation;
      const way = (await signsIn(invitation)) ? 'sign_in' : 'password';
      const isNew = way === 'sign_in' && !invitation.hasSignedIn;
      return { inviter, inviter_role: inviterRole, role, email, way, is_new: isNew };
    },

    /** Accepts for the signed-in person. */
    async accept(actor: Actor, token: string, signIn: TokenIdentity, ip: string): Promise<void> {
      await links.require(ip);
      const email = (await repository.emailOf(actor.pk)) ?? '';
      await acceptAs(token, { ...signIn, email, firstName: '', lastName: '', birthday: null });
      await links.refund(ip);
    },

    /**
     * Accepts with a sign-in that was started for the invitation. At an external provider invited people get their
     * account this way, by the email address that the provider has verified.
     * @returns whether this person has accepted it; the sign-in continues in both cases
     */
    async acceptBySignIn(
      invitation: { token: string; birthday?: string | undefined; consent: boolean },
      signIn: TokenIdentity,
      verifiedEmail: () => Promise<string | null>,
      ip: string,
    ): Promise<boolean> {
      const found = await findOpen(tokenHash(invitation.token), ip);
      if (found === undefined) return wasAcceptedBy(invitation.token, signIn);
      const email = await verifiedEmail();
      if (email === null) return false;
      const { firstName, lastName, role } = found;
      const { birthday = null, consent } = invitation;
      if (!found.hasSignedIn) {
        const isAllowed = role !== 'student' || (birthday !== null && isOldEnough(birthday, clock.now()));
        if (!consent || !isAllowed) return false;
      }
      try {
        await acceptAs(invitation.token, { ...signIn, email, firstName, lastName, birthday });
        return true;
      } catch (error) {
        if (error instanceof AppError && ['CONFLICT', 'NOT_FOUND'].includes(error.code)) return false;
        throw error;
      }
    },
  };
}
