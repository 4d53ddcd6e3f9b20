/**
 * Invites people by email. An invitation from the first email to the end:
 *
 * 1. `invite` stores a row in `invitations` with the hash of a random token, and emails the link with the token
 *    (invitations.mails.ts). No person is created: an unused one would block a later sign-up with the address.
 * 2. `resend` replaces the token and emails the new link; `revoke` ends the invitation.
 * 3. The invited person opens the link and accepts (invitation-links.service.ts). A parent of the inviting student, and
 *    a student of the inviting mentor, are then related to them; staff relate the others. The inviter gets an alert
 *    (invitations.alerts.ts).
 *
 * An invitation is open for 7 days, and only while its inviter could still create it (`IS_OPEN` in
 * invitations.repository.ts). The reasons are in docs/decisions/017-invitations.md.
 */
import { randomBytes } from 'node:crypto';
import { capabilitiesOf } from '#shared/kernel/capabilities.ts';
import { canInvite, invitableRoles } from '#shared/invitations/policy.ts';
import { createUserInput, INVITATION_DAYS } from '#shared/invitations/schema.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid, notFound } from '#shared/kernel/errors.ts';
import { requirePk } from '#shared/kernel/ids.ts';
import { hashOf } from '../../lib/hash.ts';
import { createOnce } from '../../lib/create-once.ts';
import { ListEdge, type Page, pageSize, toPage } from '../../lib/pages.ts';
import { newestFirstCursor } from '../../lib/cursors.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { createRateLimit } from '../../lib/rate-limits.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { invitationMail } from './invitations.mails.ts';
import { type InvitationRow, InvitationsRepository } from './invitations.repository.ts';

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

const DAY_MS = 86_400_000;
const HOUR = 3600;
const NOT_ALLOWED = 'You cannot invite someone in this role.';
const NONE_LEFT = 'You cannot send more invitations now. Ask your mentor.';

const invitationCursor = newestFirstCursor('invitations');

/** Creates the service of a person's invitations: inviting, resending and revoking. */
export function createInvitationsService({ config, database, clock, mail }: ServiceDependencies) {
  const repository = new InvitationsRepository(database);

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

  /** Counts one email to this address. @throws AppError RATE_LIMITED */
  async function requireMail(actor: Actor, email: string): Promise<void> {
    await mailsToAddress.require(email.toLowerCase());
    await mailsPerDay.require(String(actor.pk));
    if (actor.role === 'student' && !(await mailsOfStudent.take(String(actor.pk)))) {
      throw new AppError('RATE_LIMITED', NONE_LEFT);
    }
  }

  /** @throws AppError NOT_FOUND for people who can invite nobody */
  function requireInviter(actor: Actor) {
    if (!canInvite(capabilitiesOf(actor))) throw notFound();
  }

  function present(row: InvitationRow): InvitedUser {
    const isExpired = row.expiresAt.getTime() <= clock.now().getTime();
    return { ...row, state: row.acceptedAt !== null ? 'ACTIVATED' : isExpired ? 'EXPIRED' : 'INVITED' };
  }

  /** Finds an invitation of the actor that is not revoked. @throws AppError NOT_FOUND */
  async function requireOwn(actor: Actor, pk: number): Promise<InvitedUser> {
    requireInviter(actor);
    const row = await repository.find(pk, actor.pk);
    if (row === undefined) throw notFound();
    return present(row);
  }

  /** Creates the token of a link; only its hash is stored. */
  function newLink() {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(clock.now().getTime() + INVITATION_DAYS * DAY_MS);
    return { token, tokenHash: hashOf(token), expiresAt };
  }

  /** Emails a link. @param count how often this invitation was emailed, including this time */
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

  /** Finds an invitation of the actor that is neither accepted nor revoked. @throws AppError NOT_FOUND, CONFLICT */
  async function requireNotAccepted(actor: Actor, id: string): Promise<InvitedUser> {
    const invitation = await requireOwn(actor, requirePk('InvitedUser', id));
    if (invitation.state === 'ACTIVATED') throw alreadyAccepted();
    return invitation;
  }

  /** Returns why an open invitation could not be changed. @throws AppError NOT_FOUND when it was revoked in between */
  async function refusalOf(actor: Actor, pk: number): Promise<AppError> {
    await requireOwn(actor, pk);
    return alreadyAccepted();
  }

  return {
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
      const page = toPage(rows, {
        size,
        hasPreviousPage: after !== null,
        cursorOf: invitationCursor.of,
        nodeOf: present,
      });
      return request.withCount ? { ...page, totalCount: await repository.count(actor.pk) } : page;
    },

    /** Invites someone by email (INV-016). Nothing reveals whether the address has an account. */
    async invite(actor: Actor, request: InviteRequest): Promise<InvitedUser> {
      requireInviter(actor);
      const { idempotencyKey, ...input } = parseInput(createUserInput, request);
      if (!invitableRoles(capabilitiesOf(actor)).includes(input.role)) {
        throw new AppError('FORBIDDEN', NOT_ALLOWED);
      }
      const owner = await repository.knownOwner(actor.pk, input.email);
      if (owner === 'self') throw invalid('email', 'This is your own address');
      if (owner === 'relative') throw invalid('email', 'You are already connected with this person');
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
      return requireOwn(actor, pk);
    },

    /** Emails a new link, also for an expired invitation; the previous link stops working. */
    async resend(actor: Actor, id: string): Promise<InvitedUser> {
      const invitation = await requireNotAccepted(actor, id);
      if (!invitableRoles(capabilitiesOf(actor)).includes(invitation.role)) {
        throw new AppError('FORBIDDEN', NOT_ALLOWED);
      }
      await mailsPerHour.require(String(actor.pk));
      await requireMail(actor, invitation.email);
      const { token, tokenHash, expiresAt } = newLink();
      await database.transaction(async () => {
        const count = await repository.renew(invitation.pk, tokenHash, expiresAt);
        if (count === undefined) throw await refusalOf(actor, invitation.pk);
        await send(actor, invitation, token, count);
      });
      return requireOwn(actor, invitation.pk);
    },

    /** Revokes an invitation and refunds a student's invite. @returns its pk */
    async revoke(actor: Actor, id: string): Promise<number> {
      const { pk } = await requireNotAccepted(actor, id);
      await database.transaction(async () => {
        if (!(await repository.revoke(pk, clock.now()))) throw await refusalOf(actor, pk);
        if (actor.role === 'student') await repository.refundInvite(actor.pk);
      });
      return pk;
    },
  };
}

function alreadyAccepted(): AppError {
  return new AppError('CONFLICT', 'This invitation was already accepted.');
}
