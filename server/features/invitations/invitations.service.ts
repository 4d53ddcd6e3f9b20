import { createHash, randomBytes } from 'node:crypto';
import type { OpenInvitation } from '#shared/invitations/responses.ts';
import { capabilitiesOf } from '#shared/kernel/capabilities.ts';
import { canInvite, invitableRoles, relationOf } from '#shared/invitations/policy.ts';
import {
  type AcceptInput,
  createUserInput,
  INVITATION_DAYS,
  invitationToken,
  OF_AGE_REQUIRED,
} from '#shared/invitations/schema.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid, notFound } from '#shared/kernel/errors.ts';
import { requirePk } from '#shared/kernel/ids.ts';
import { once } from '../../db/idempotency.ts';
import { ListEdge, type Page, pageSize, toPage } from '../../lib/pages.ts';
import { newestFirstCursor } from '../../lib/cursors.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { createRateLimit } from '../../lib/rate-limits.ts';
import type { TokenIdentity } from '../../identity/access-token.ts';
import type { ServiceDependencies } from '../../services.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import { INVITATION_ACCEPTED, invitationAccepted } from './invitations.alerts.ts';
import { invitationMail } from './invitations.mails.ts';
import {
  type InvitationRow,
  InvitationsRepository,
  type OpenInvitationRow,
} from './invitations.repository.ts';

/** An invitation as it stands now. */
export interface InvitedUser extends InvitationRow {
  state: 'INVITED' | 'EXPIRED' | 'ACTIVATED';
}

/** What `createUser` takes, unchecked. */
export interface InviteRequest {
  firstName: string;
  lastName: string;
  email: string;
  role: string;
  idempotencyKey?: string | null;
}

/** Who accepts: a sign-in whose address is proven. */
interface Accepting {
  issuer: string;
  subject: string;
  email: string;
  firstName: string;
  lastName: string;
}

export type InvitationsService = ReturnType<typeof createInvitationsService>;

const DAY_MS = 86_400_000;
const HOUR = 3600;
const OTHER_ADDRESS = 'This invitation is for another address.';
const OTHER_ROLE =
  'Your account cannot take this invitation: it is for another kind of account. Ask for one to another address.';

const invitationCursor = newestFirstCursor('invitations');

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

export function createInvitationsService(
  { config, database, clock, mail, identity }: ServiceDependencies,
  { alerts }: { alerts: AlertsService },
) {
  const repository = new InvitationsRepository(database);
  alerts.registerAlertSource(invitationAccepted(database));

  const mailsOfOne = createRateLimit(database, { name: 'invitation-sender', attempts: 60, seconds: HOUR });
  const mailsToOne = createRateLimit(database, {
    name: 'invitation-address',
    attempts: 5,
    seconds: 24 * HOUR,
  });
  const links = createRateLimit(database, { name: 'invitation-link', attempts: 30, seconds: HOUR / 4 });

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

  /** One that waits, of the actor, for a change of it. */
  async function requireOpen(actor: Actor, id: string): Promise<InvitedUser> {
    const invitation = await own(actor, requirePk('InvitedUser', id));
    if (invitation.state === 'ACTIVATED') throw alreadyAccepted();
    return invitation;
  }

  /** Looks up a link; failures count against the address that tries. */
  async function openBy(token: string, ip: string): Promise<OpenInvitationRow | undefined> {
    await links.require(ip);
    const parsed = invitationToken.safeParse(token);
    const row = parsed.success ? await repository.open(hashOf(parsed.data), clock.now()) : undefined;
    if (row !== undefined) await links.giveBack(ip);
    return row;
  }

  async function isKnown({ email, isKnown: isPerson }: OpenInvitationRow): Promise<boolean> {
    return isPerson || identity.accounts === null || (await identity.accounts.has(email));
  }

  /** The person of this sign-in: the one who waits with the address, or a new one. */
  async function personFor(invitation: OpenInvitationRow, accepting: Accepting): Promise<number> {
    const { issuer, subject, firstName, lastName } = accepting;
    const owner = await repository.ownerOf(invitation.email);
    if (owner === undefined) {
      const { email, role } = invitation;
      const pk = await repository.insertUser({ role, firstName, lastName, email, issuer, subject });
      if (pk === undefined) throw new AppError('CONFLICT', OTHER_ADDRESS);
      return pk;
    }
    if (owner.role !== invitation.role) throw new AppError('CONFLICT', OTHER_ROLE);
    if (owner.issuer === null) await repository.bind(owner.pk, issuer, subject);
    else if (owner.issuer !== issuer || owner.subject !== subject)
      throw new AppError('CONFLICT', OTHER_ADDRESS);
    return owner.pk;
  }

  /** In a transaction that holds the invitation. */
  async function finish(invitation: OpenInvitationRow, acceptedPk: number): Promise<void> {
    const { pk, inviterPk } = invitation;
    const relation = relationOf(invitation.inviterRole, invitation.role);
    if (relation === 'parent of the inviter') await repository.relate(inviterPk, acceptedPk, 'parent');
    if (relation === 'student of the inviter') await repository.relate(acceptedPk, inviterPk, 'mentor');
    await repository.accept(pk, acceptedPk, clock.now());
    await alerts.announce(INVITATION_ACCEPTED, { invitationPk: pk });
  }

  /** Asked again after a lost answer. */
  async function wasAcceptedBy(
    token: string,
    { issuer, subject }: Pick<TokenIdentity, 'issuer' | 'subject'>,
  ) {
    const parsed = invitationToken.safeParse(token);
    return parsed.success && (await repository.isAcceptedBy(hashOf(parsed.data), issuer, subject));
  }

  function lock(token: string) {
    const parsed = invitationToken.safeParse(token);
    return parsed.success ? repository.lockOpen(hashOf(parsed.data), clock.now()) : undefined;
  }

  /** @throws AppError NOT_FOUND, the same for every link that does not work */
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

    /** INV-014 */
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

    /** Invites somebody by mail (INV-016). Whether the address has an account already shows nowhere. */
    async invite(actor: Actor, request: InviteRequest): Promise<InvitedUser> {
      requireInviter(actor);
      const { idempotencyKey, ...input } = parseInput(createUserInput, request);
      if (!invitableRoles(capabilitiesOf(actor)).includes(input.role)) {
        throw new AppError('FORBIDDEN', 'You cannot invite somebody as this.');
      }
      if (input.email.toLowerCase() === (await emailOf(actor)).toLowerCase()) {
        throw invalid('email', 'This is your own address');
      }
      await mailsOfOne.require(String(actor.pk));
      const make = async () => {
        // A repeated request mails nothing: it must not use up what the address may get.
        await mailsToOne.require(input.email.toLowerCase());
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
          throw invalid(
            'email',
            'You have invited this address already. Send that invitation again instead.',
          );
        }
        await send(actor, { pk, ...input }, token, 1);
        return pk;
      };
      const pk = idempotencyKey
        ? await once(
            database,
            { userPk: actor.pk, key: idempotencyKey, request: ['createUser', input] },
            make,
          )
        : await database.transaction(make);
      return own(actor, pk);
    },

    /** Mails a new link, also for an expired invitation; the one before no longer works. */
    async resend(actor: Actor, id: string): Promise<InvitedUser> {
      const invitation = await requireOpen(actor, id);
      if (!invitableRoles(capabilitiesOf(actor)).includes(invitation.role)) {
        throw new AppError('FORBIDDEN', 'You cannot invite somebody as this.');
      }
      await mailsOfOne.require(String(actor.pk));
      await mailsToOne.require(invitation.email.toLowerCase());
      const { token, tokenHash, expiresAt } = newLink();
      await database.transaction(async () => {
        const count = await repository.renew(invitation.pk, tokenHash, expiresAt);
        if (count === undefined) throw alreadyAccepted();
        await send(actor, invitation, token, count);
      });
      return own(actor, invitation.pk);
    },

    /** Takes an invitation back, and gives a student the invite back. @returns its pk */
    async revoke(actor: Actor, id: string): Promise<number> {
      const { pk } = await requireOpen(actor, id);
      await database.transaction(async () => {
        if (!(await repository.revoke(pk, clock.now()))) throw alreadyAccepted();
        if (actor.role === 'student') await repository.giveInviteBack(actor.pk);
      });
      return pk;
    },

    /** What the page of a link shows (AUTH-014). Looking accepts nothing: mail scanners open links. */
    async look(token: string, ip: string): Promise<OpenInvitation> {
      const invitation = await openBy(token, ip);
      if (invitation === undefined) throw notFound();
      const { inviter, inviterRole, role, email } = invitation;
      const way = (await isKnown(invitation)) ? 'sign_in' : 'password';
      return { inviter, inviter_role: inviterRole, role, email, way };
    },

    /** Somebody who is signed in accepts. */
    async accept(actor: Actor, token: string, sign: TokenIdentity, ip: string): Promise<void> {
      await links.require(ip);
      await acceptAs(token, { ...sign, email: await emailOf(actor), firstName: '', lastName: '' });
      await links.giveBack(ip);
    },

    /**
     * Somebody who came to sign in accepts with that: with an external provider it is how an invited person becomes
     * one of ours, by the address that the provider has proven.
     * @returns whether this person has accepted it; signing in goes on either way
     */
    async acceptBySignIn(
      invitation: { token: string; is_of_age: boolean },
      sign: TokenIdentity,
      provenEmail: () => Promise<string | null>,
      ip: string,
    ): Promise<boolean> {
      const found = await openBy(invitation.token, ip);
      if (found === undefined) return wasAcceptedBy(invitation.token, sign);
      const email = await provenEmail();
      if (email === null) return false;
      if (found.role === 'student' && !invitation.is_of_age) return false;
      const { firstName, lastName } = found;
      try {
        await acceptAs(invitation.token, { ...sign, email, firstName, lastName });
        return true;
      } catch (error) {
        if (error instanceof AppError && ['CONFLICT', 'NOT_FOUND'].includes(error.code)) return false;
        throw error;
      }
    },
  };

  identity.openToInvited({
    async find(token, ip) {
      const invitation = await openBy(token, ip);
      return invitation === undefined ? null : { ...invitation, isKnown: await isKnown(invitation) };
    },

    async accept(token, input: AcceptInput, ip) {
      const { accounts } = identity;
      const found = await openBy(token, ip);
      if (accounts === null || found === undefined) return null;
      if (found.role === 'student' && input.is_of_age === undefined)
        throw invalid('is_of_age', OF_AGE_REQUIRED);
      return database.transaction(async () => {
        const invitation = await lock(token);
        if (invitation === undefined) return null;
        const { email } = invitation;
        const names = { firstName: input.first_name, lastName: input.last_name };
        const subject = await accounts.create({ email, password: input.password, ...names });
        await finish(
          invitation,
          await personFor(invitation, { issuer: identity.issuer, subject, email, ...names }),
        );
        return subject;
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
  return new AppError('CONFLICT', 'This invitation was accepted meanwhile.');
}
