import { randomBytes } from 'node:crypto';
import type { OpenInvitation } from '#shared/invitations/responses.ts';
import { capabilitiesOf } from '#shared/kernel/capabilities.ts';
import { canInvite, invitableRoles, relationOf } from '#shared/invitations/policy.ts';
import { createUserInput, INVITATION_DAYS, invitationToken } from '#shared/invitations/schema.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid, notFound } from '#shared/kernel/errors.ts';
import { requirePk } from '#shared/kernel/ids.ts';
import { type AcceptInput, isOldEnough } from '#shared/session/schema.ts';
import { actAs } from '../../db/act-as.ts';
import { hashOf } from '../../lib/hash.ts';
import { createOnce } from '../../lib/create-once.ts';
import { ListEdge, type Page, pageSize, toPage } from '../../lib/pages.ts';
import { newestFirstCursor } from '../../lib/cursors.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { createRateLimit } from '../../lib/rate-limits.ts';
import type { TokenIdentity } from '../../identity/access-token.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import type { RelationsService } from '../users/relations.service.ts';
import { INVITATION_ACCEPTED, invitationAccepted } from './invitations.alerts.ts';
import { invitationMail } from './invitations.mails.ts';
import {
  type InvitationRow,
  InvitationsRepository,
  type OpenInvitationRow,
} from './invitations.repository.ts';

/** An invitation with its current state. */
export interface InvitedUser extends InvitationRow {
  state: 'INVITED' | 'EXPIRED' | 'ACTIVATED';
}

/** The unvalidated input of `createUser`. */
export interface InviteRequest {
  firstName: string;
  lastName: string;
  email: string;
  role: string;
  idempotencyKey?: string | null;
}

/** The accepting sign-in, with a verified email address, and the input of a new person. */
interface Accepting {
  issuer: string;
  subject: string;
  email: string;
  firstName: string;
  lastName: string;
  birthday: string | null;
}

export type InvitationsService = ReturnType<typeof createInvitationsService>;

const DAY_MS = 86_400_000;
const HOUR = 3600;
const OTHER_ADDRESS = 'This invitation is for another address.';
const OTHER_ROLE =
  'This invitation is for another type of account. Ask for one to a different email address.';
const NOT_ALLOWED = 'You cannot invite someone in this role.';
const NONE_LEFT = 'You cannot send more invitations now. Ask your mentor.';

const invitationCursor = newestFirstCursor('invitations');

/** Creates the service of invitations: inviting, resending, revoking and accepting. */
export function createInvitationsService(
  { config, database, clock, mail, identity }: ServiceDependencies,
  { alerts, relations }: { alerts: AlertsService; relations: RelationsService },
) {
  const repository = new InvitationsRepository(database);
  alerts.registerAlertSource(invitationAccepted(database));

  const mailsPerHour = createRateLimit(database, { name: 'invitation-sender', attempts: 60, seconds: HOUR });
  const mailsPerDay = createRateLimit(database, {
    name: 'invitation-sender-day',
    attempts: 300,
    seconds: 24 * HOUR,
  });
  // Revoking refunds an invite but not the email: otherwise a loop could send emails to many strangers.
  const mailsOfStudent = createRateLimit(database, {
    name: 'invitation-student',
    attempts: 12,
    seconds: 30 * 24 * HOUR,
  });
  const mailsToAddress = createRateLimit(database, {
    name: 'invitation-address',
    attempts: 5,
    seconds: 24 * HOUR,
  });
  const links = createRateLimit(database, { name: 'invitation-link', attempts: 30, seconds: HOUR / 4 });

  /** Counts one email to this address. @throws AppError RATE_LIMITED */
  async function requireMail(actor: Actor, email: string): Promise<void> {
    await mailsToAddress.require(email.toLowerCase());
    await mailsPerDay.require(String(actor.pk));
    if (actor.role === 'student' && !(await mailsOfStudent.take(String(actor.pk)))) {
      throw new AppError('RATE_LIMITED', NONE_LEFT);
    }
  }

  function requireInviter(actor: Actor) {
    if (!canInvite(capabilitiesOf(actor))) throw notFound();
  }

  function present(row: InvitationRow): InvitedUser {
    const isExpired = row.expiresAt.getTime() <= clock.now().getTime();
    return { ...row, state: row.acceptedAt !== null ? 'ACTIVATED' : isExpired ? 'EXPIRED' : 'INVITED' };
  }

  async function own(actor: Actor, pk: number): Promise<InvitedUser> {
    requireInviter(actor);
    const row = await repository.find(pk, actor.pk);
    if (row === undefined) throw notFound();
    return present(row);
  }

  function newLink() {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(clock.now().getTime() + INVITATION_DAYS * DAY_MS);
    return { token, tokenHash: hashOf(token), expiresAt };
  }

  function send(
    actor: Actor,
    invitation: Pick<InvitationRow, 'pk' | 'email' | 'role'>,
    token: string,
    count: number,
  ) {
    const { pk, email: to, role } = invitation;
    const { fullName: inviter, role: inviterRole } = actor;
    return mail.enqueue(
      invitationMail(config.publicUrl, { pk, to, token, inviter, inviterRole, role }, count),
    );
  }

  /** Finds an invitation of the actor that is neither accepted nor revoked. */
  async function requireOpen(actor: Actor, id: string): Promise<InvitedUser> {
    const invitation = await own(actor, requirePk('InvitedUser', id));
    if (invitation.state === 'ACTIVATED') throw alreadyAccepted();
    return invitation;
  }

  async function openInvitation(token: string): Promise<OpenInvitationRow | undefined> {
    const parsed = invitationToken.safeParse(token);
    return parsed.success ? repository.open(hashOf(parsed.data), clock.now()) : undefined;
  }

  /** Finds the invitation of a link. Failures count against the IP address. */
  async function openBy(token: string, ip: string): Promise<OpenInvitationRow | undefined> {
    await links.require(ip);
    const row = await openInvitation(token);
    if (row !== undefined) await links.refund(ip);
    return row;
  }

  async function isKnown({ email, isKnown: isPerson }: OpenInvitationRow): Promise<boolean> {
    return isPerson || identity.accounts === null || (await identity.accounts.has(email));
  }

  /** Links the person who has the email address but no sign-in, or creates one. */
  async function personFor(invitation: OpenInvitationRow, accepting: Accepting): Promise<number> {
    const { issuer, subject, firstName, lastName, birthday } = accepting;
    const owner = await repository.ownerOf(invitation.email);
    if (owner === undefined) {
      const { email, role } = invitation;
      const pk = await repository.insertUser({
        role,
        firstName,
        lastName,
        email,
        issuer,
        subject,
        birthday,
      });
      if (pk === undefined) throw new AppError('CONFLICT', OTHER_ADDRESS);
      return pk;
    }
    if (owner.role !== invitation.role) throw new AppError('CONFLICT', OTHER_ROLE);
    if (owner.issuer === null) await repository.bind(owner.pk, { issuer, subject, birthday });
    else if (owner.issuer !== issuer || owner.subject !== subject)
      throw new AppError('CONFLICT', OTHER_ADDRESS);
    return owner.pk;
  }

  /** Relates the two people. Call it in the transaction that locks the invitation. @throws AppError CONFLICT */
  async function finish(invitation: OpenInvitationRow, acceptedPk: number): Promise<void> {
    const { pk, inviterPk } = invitation;
    const relation = relationOf(invitation.inviterRole, invitation.role);
    await actAs(database, acceptedPk);
    if (relation === 'parent of the inviter') await relations.relateInvited(inviterPk, acceptedPk, 'parent');
    if (relation === 'student of the inviter') await relations.relateInvited(acceptedPk, inviterPk, 'mentor');
    await repository.accept(pk, acceptedPk, clock.now());
    await alerts.announce(INVITATION_ACCEPTED, { invitationPk: pk });
  }

  /** Returns whether this sign-in has accepted it before, because the response may have been lost. */
  async function wasAcceptedBy(token: string, { issuer, subject }: Pick<Accepting, 'issuer' | 'subject'>) {
    const parsed = invitationToken.safeParse(token);
    return parsed.success && (await repository.isAcceptedBy(hashOf(parsed.data), issuer, subject));
  }

  function lock(token: string) {
    const parsed = invitationToken.safeParse(token);
    return parsed.success ? repository.lockOpen(hashOf(parsed.data), clock.now()) : undefined;
  }

  /** Accepts an invitation. @throws AppError NOT_FOUND, the same for every invalid link */
  function acceptAs(token: string, accepting: Accepting): Promise<void> {
    return database.transaction(async () => {
      const invitation = await lock(token);
      if (invitation === undefined) {
        if (await wasAcceptedBy(token, accepting)) return;
        throw notFound();
      }
      if (invitation.email.toLowerCase() !== accepting.email.toLowerCase()) {
        throw new AppError('CONFLICT', OTHER_ADDRESS);
      }
      await finish(invitation, await personFor(invitation, accepting));
    });
  }

  async function emailOf(actor: Pick<Actor, 'pk'>): Promise<string> {
    return (await repository.emailOf(actor.pk)) ?? '';
  }

  const service = {
    /** The edge of an invitation in {@link list}. */
    edgeOf: (invited: InvitedUser): Page<InvitedUser>['edges'][number] =>
      new ListEdge(invited, invited, invitationCursor.of),

    /** Reads the viewer's invitations (INV-014). */
    async list(
      actor: Actor,
      request: { first?: number | null; after?: string | null; withCount: boolean },
    ): Promise<Page<InvitedUser>> {
      requireInviter(actor);
      const size = pageSize(request.first);
      const after = invitationCursor.decode(request.after);
      const rows = await repository.list(actor.pk, after, size + 1);
      const page = toPage(rows, size, after !== null, invitationCursor.of, present);
      return request.withCount ? { ...page, totalCount: await repository.count(actor.pk) } : page;
    },

    /** Invites someone by email (INV-016). Nothing reveals whether the address has an account. */
    async invite(actor: Actor, request: InviteRequest): Promise<InvitedUser> {
      requireInviter(actor);
      const { idempotencyKey, ...input } = parseInput(createUserInput, request);
      if (!invitableRoles(capabilitiesOf(actor)).includes(input.role)) {
        throw new AppError('FORBIDDEN', NOT_ALLOWED);
      }
      if (input.email.toLowerCase() === (await emailOf(actor)).toLowerCase()) {
        throw invalid('email', 'This is your own address');
      }
      await mailsPerHour.require(String(actor.pk));
      const make = async () => {
        // A repeated request sends no email, so only new ones count.
        await requireMail(actor, input.email);
        if (actor.role === 'student' && !(await repository.takeInvite(actor.pk))) {
          throw new AppError('FORBIDDEN', 'You have no invitations left.');
        }
        const { token, tokenHash, expiresAt } = newLink();
        const createdAt = clock.now();
        const pk = await repository.insert({
          inviterPk: actor.pk,
          ...input,
          tokenHash,
          createdAt,
          expiresAt,
        });
        if (pk === undefined) {
          throw invalid('email', 'You have already invited this address. Resend that invitation instead.');
        }
        await send(actor, { pk, ...input }, token, 1);
        return pk;
      };
      const pk = await createOnce(
        database,
        actor,
        { action: 'createUser', key: idempotencyKey, input },
        make,
      );
      return own(actor, pk);
    },

    /** Emails a new link, also for an expired invitation; the previous link stops working. */
    async resend(actor: Actor, id: string): Promise<InvitedUser> {
      const invitation = await requireOpen(actor, id);
      if (!invitableRoles(capabilitiesOf(actor)).includes(invitation.role)) {
        throw new AppError('FORBIDDEN', NOT_ALLOWED);
      }
      await mailsPerHour.require(String(actor.pk));
      await requireMail(actor, invitation.email);
      const { token, tokenHash, expiresAt } = newLink();
      await database.transaction(async () => {
        const count = await repository.renew(invitation.pk, tokenHash, expiresAt);
        if (count === undefined) throw alreadyAccepted();
        await send(actor, invitation, token, count);
      });
      return own(actor, invitation.pk);
    },

    /** Revokes an invitation and refunds a student's invite. @returns its pk */
    async revoke(actor: Actor, id: string): Promise<number> {
      const { pk } = await requireOpen(actor, id);
      await database.transaction(async () => {
        if (!(await repository.revoke(pk, clock.now()))) throw alreadyAccepted();
        if (actor.role === 'student') await repository.refundInvite(actor.pk);
      });
      return pk;
    },

    /** Reads the page of a link (AUTH-014). It accepts nothing, because mail scanners open links. */
    async look(token: string, ip: string): Promise<OpenInvitation> {
      const invitation = await openBy(token, ip);
      if (invitation === undefined) throw notFound();
      const { inviter, inviterRole, role, email } = invitation;
      const way = (await isKnown(invitation)) ? 'sign_in' : 'password';
      const isNew = way === 'sign_in' && !invitation.isKnown;
      return { inviter, inviter_role: inviterRole, role, email, way, is_new: isNew };
    },

    /** Accepts for the signed-in person. */
    async accept(actor: Actor, token: string, sign: TokenIdentity, ip: string): Promise<void> {
      await links.require(ip);
      const email = await emailOf(actor);
      await acceptAs(token, { ...sign, email, firstName: '', lastName: '', birthday: null });
      await links.refund(ip);
    },

    /**
     * Accepts with a sign-in that was started for the invitation. At an external provider invited people get their
     * account this way, by the email address that the provider has verified.
     * @returns whether this person has accepted it; the sign-in continues in both cases
     */
    async acceptBySignIn(
      invitation: { token: string; birthday?: string | undefined; consent: boolean },
      sign: TokenIdentity,
      provenEmail: () => Promise<string | null>,
      ip: string,
    ): Promise<boolean> {
      const found = await openBy(invitation.token, ip);
      if (found === undefined) return wasAcceptedBy(invitation.token, sign);
      const email = await provenEmail();
      if (email === null) return false;
      const { firstName, lastName, role } = found;
      const { birthday = null, consent } = invitation;
      if (!found.isKnown) {
        const isAllowed = role !== 'student' || (birthday !== null && isOldEnough(birthday, clock.now()));
        if (!consent || !isAllowed) return false;
      }
      try {
        await acceptAs(invitation.token, { ...sign, email, firstName, lastName, birthday });
        return true;
      } catch (error) {
        if (error instanceof AppError && ['CONFLICT', 'NOT_FOUND'].includes(error.code)) return false;
        throw error;
      }
    },
  };

  identity.setInvitationHandler({
    async find(token, ip) {
      const invitation = await openBy(token, ip);
      return invitation === undefined ? null : { ...invitation, isKnown: await isKnown(invitation) };
    },

    async accept(token, input: AcceptInput) {
      const { accounts } = identity;
      const found = await openInvitation(token);
      if (accounts === null || found === undefined) return false;
      const names = { firstName: input.first_name, lastName: input.last_name };
      await accounts.requireStrongPassword(input.password, { ...names, email: found.email });
      return database.transaction(async () => {
        const invitation = await lock(token);
        if (invitation === undefined) return false;
        const { email, role } = invitation;
        const subject = await accounts.create({ email, password: input.password, ...names });
        const birthday = role === 'student' ? (input.birthday ?? null) : null;
        await finish(
          invitation,
          await personFor(invitation, { issuer: identity.issuer, subject, email, birthday, ...names }),
        );
        return true;
      });
    },

    acceptedEmail: async (token) =>
      invitationToken.safeParse(token).success
        ? ((await repository.acceptedEmail(hashOf(token))) ?? null)
        : null,
  });

  return service;
}

function alreadyAccepted(): AppError {
  return new AppError('CONFLICT', 'This invitation was already accepted.');
}
