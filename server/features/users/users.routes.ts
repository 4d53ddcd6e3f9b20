import { permittedBy } from '#shared/kernel/access.ts';
import { capabilitiesOf } from '#shared/kernel/capabilities.ts';
import { parsePk, toGlobalId } from '#shared/kernel/ids.ts';
import type { Role } from '#shared/kernel/roles.ts';
import type { LastInteraction } from '#shared/interactions/responses.ts';
import type { Me, PinnedUser } from '#shared/users/responses.ts';
import type { Person, RelatedStudent, Relative } from '#shared/users/person.ts';
import { CONTACT_FIELDS } from '#shared/users/contact.ts';
import { releaseViewedInput } from '#shared/shell/releases.ts';
import { picturePath } from '#shared/users/picture.ts';
import { profileInput } from '#shared/users/profile.ts';
import { themeInput, userSearchInput } from '#shared/users/schema.ts';
import type { LastInteractionRow } from '../../db/interactions.ts';
import { parseInput } from '../../lib/parse-input.ts';
import type { RouteContext } from '../../http/route-context.ts';
import { toCurrentMembership, toFailedPayment } from '../memberships/memberships.presenter.ts';
import type { NamedPerson } from './users.repository.ts';
import type { SeenStudent } from './users.service.ts';

/** Registers `/api/me/`, people's own settings, and the routes of other people. */
export function registerUserRoutes({ server, services, authentication, config, monitoring }: RouteContext) {
  server.get('/api/me/', async (request): Promise<Me> => {
    const actor = await authentication.requireActor(request);
    const profile = await services.users.me(actor);
    return {
      id: toGlobalId('User', profile.pk),
      pk: profile.pk,
      role: profile.role,
      first_name: profile.firstName,
      last_name: profile.lastName,
      full_name: profile.fullName,
      email: profile.email,
      phone: profile.phone,
      birthday: profile.birthday,
      tracker_link: profile.role === 'student' ? profile.trackerLink : null,
      picture: picturePath(profile.pk, profile.picture),
      theme: profile.theme,
      time_zone: profile.timeZone,
      last_release_viewed: profile.lastReleaseViewed,
      terms_to_accept: services.legal.termsToAccept(profile),
      feedback_url: config.feedbackUrl,
      monitoring_dsn: monitoring.dsn,
      show_meetings: profile.showMeetings,
      invites_remaining: profile.invitesRemaining,
      spr_reviews_remaining: profile.membership?.remaining.reviews ?? 0,
      meetings_remaining: profile.membership?.remaining.meetings ?? 0,
      current_simplybook_membership: profile.membership && toCurrentMembership(profile.membership),
      failed_payments: profile.students.flatMap(({ pk, fullName }) =>
        profile.failedPayments
          .filter(({ studentPk }) => studentPk === pk)
          .map((membership) => toFailedPayment(fullName, membership)),
      ),
      permissions: profile.permissions,
      capabilities: capabilitiesOf(profile),
      // Disabled people cannot sign in.
      deleted_at: null,
      deletion_due_at: profile.deletionDueAt?.toISOString() ?? null,
      unfinished_sign_up: profile.hasUnfinishedSignUp,
      access: actor.access.kind === 'full' ? 'full' : 'read_only',
      viewing_as:
        profile.viewingAs === null
          ? null
          : { pk: profile.viewingAs.pk, full_name: profile.viewingAs.fullName },
      pinned_users: toPinnedUsers(profile.pinnedUsers),
      students: profile.students.map(toStudent),
      students_revision: profile.studentsRevision,
    };
  });

  server.put('/api/me/profile/', async (request) => {
    const actor = await authentication.requireActor(request);
    const input = parseInput(profileInput, request.body);
    await services.users.changeProfile(actor, input);
    return input;
  });

  server.put('/api/me/change_theme/', async (request) => {
    const actor = await authentication.requireActor(request);
    const input = parseInput(themeInput, request.body);
    await services.users.changeTheme(actor, input.theme);
    return input;
  });

  server.post('/api/me/update_last_release_viewed/', async (request) => {
    const actor = await authentication.requireActor(request);
    const { tag_name: tag } = parseInput(releaseViewedInput, request.body);
    await services.users.viewRelease(actor, tag);
    return { last_release_viewed: tag };
  });

  server.get('/api/users/search/', async (request) => {
    const actor = await authentication.requireActor(request);
    const found = await services.users.search(actor, parseInput(userSearchInput, request.query));
    return found.map((user) => ({ ...toRelative(user, user.role), disabled: user.isDisabled }));
  });

  server.get<{ Params: { key: string } }>('/api/users/:key/', async (request): Promise<Person> => {
    const actor = await authentication.requireActor(request);
    const found = await services.users.person(actor, parsePk(request.params.key));
    const { pk, role, family, students } = found;
    const permitted = permittedBy(actor.access, found.permissions);
    const relatives = (kind: 'parent' | 'mentor') =>
      family.filter((member) => member.kind === kind).map((member) => toRelative(member, kind));
    return {
      id: toGlobalId('User', pk),
      object_id: pk,
      pk,
      role,
      first_name: found.firstName,
      last_name: found.lastName,
      full_name: found.fullName,
      email: found.email,
      phone: found.phone,
      birthday: found.birthday,
      tracker_link: found.trackerLink,
      picture: picturePath(pk, found.picture),
      year: found.year,
      target_points: found.targetPoints,
      last_interaction: toLastInteraction(found.lastInteraction),
      permissions: permitted,
      deleted_at: found.disabledAt?.toISOString() ?? null,
      disabled_reason: found.disabledReason,
      has_relation_perm: permitted.some((permission) => /^(assign|remove)_/.test(permission)),
      students: students.map(toStudent),
      parents: relatives('parent'),
      mentors: relatives('mentor'),
    };
  });

  server.post<{ Params: { key: string } }>('/api/users/change_state/:key/', async (request, reply) => {
    const actor = await authentication.requireActor(request);
    await services.accountState.changeState(actor, parsePk(request.params.key), request.body);
    return reply.type('application/json').send(JSON.stringify('OK'));
  });

  server.post<{ Params: { key: string } }>('/api/users/send_password_reset/:key/', async (request, reply) => {
    const actor = await authentication.requireActor(request);
    await services.accountState.sendPasswordReset(actor, parsePk(request.params.key), request.ip);
    return reply.status(204).send();
  });

  for (const field of CONTACT_FIELDS) {
    server.post<{ Params: { key: string } }>(`/api/users/update_${field}/:key/`, async (request) => {
      const actor = await authentication.requireActor(request);
      const pk = parsePk(request.params.key);
      return { [field]: await services.users.changeContact(actor, pk, field, request.body) };
    });
  }

  server.post<{ Params: { pk: string } }>('/api/toggle_user_pin/:pk/', async (request) => {
    const actor = await authentication.requireActor(request);
    return toPinnedUsers(await services.users.togglePin(actor, parsePk(request.params.pk)));
  });
}

function toRelative({ pk, fullName, picture }: NamedPerson, role: Role): Relative {
  return {
    id: toGlobalId('User', pk),
    object_id: pk,
    pk,
    full_name: fullName,
    picture: picturePath(pk, picture),
    role,
  };
}

function toStudent(student: SeenStudent): RelatedStudent {
  return {
    ...toRelative(student, 'student'),
    last_interaction: toLastInteraction(student.lastInteraction),
    permissions: student.permissions,
  };
}

function toLastInteraction(row: LastInteractionRow | null): LastInteraction | null {
  if (row === null) return null;
  const { createdAt, interactionType, mentor } = row;
  return {
    created_at: new Date(createdAt).toISOString(),
    interaction_type: interactionType,
    mentor:
      mentor === null
        ? null
        : { id: toGlobalId('User', mentor.pk), pk: mentor.pk, full_name: mentor.fullName },
  };
}

function toPinnedUsers(users: readonly NamedPerson[]): PinnedUser[] {
  return users.map(({ pk, fullName, picture }) => ({
    id: toGlobalId('User', pk),
    pk,
    full_name: fullName,
    picture: picturePath(pk, picture),
    permissions: ['view_customuser'],
  }));
}
