import { z } from 'zod';
import type { Actor } from '#shared/kernel/actor.ts';
import { isCapable } from '#shared/kernel/capabilities.ts';
import { AppError, invalid, notFound } from '#shared/kernel/errors.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { dateIn } from '#shared/kernel/time-zone.ts';
import { canBookWith } from '#shared/booking/policy.ts';
import { canListEssays } from '#shared/essays/policy.ts';
import { canSeeInteractionsOf } from '#shared/interactions/policy.ts';
import { canListMeetingsOf } from '#shared/meetings/policy.ts';
import { canPayFor } from '#shared/memberships/policy.ts';
import { canListNotesAbout, canWriteAbout } from '#shared/notes/policy.ts';
import { canManageDataOf } from '#shared/privacy/policy.ts';
import { canAddRating, canViewRating } from '#shared/ratings/policy.ts';
import { canAddRoadmap, canViewRoadmap } from '#shared/roadmap/policy.ts';
import { canSeeListsOf } from '#shared/tasks/policy.ts';
import { normalizeSearch } from '#shared/search/rules.ts';
import { PERSON_PERMISSIONS, type PersonPermission } from '#shared/users/permissions.ts';
import {
  BIRTHDAY_BY_MENTOR,
  canChangeContact,
  canChangeTrackerLink,
  canFindDisabled,
  canPin,
  canReadNotesBy,
  canSeeAllStudentsOf,
  canSeeFamily,
  canSeePerson,
  canSeeSharedStudents,
  canSetBirthday,
  type PersonFacts,
  userSearchScope,
} from '#shared/users/policy.ts';
import { type ContactField, contactSchemas } from '#shared/users/contact.ts';
import { canChangeState, canSendPasswordReset } from '#shared/users/account-state.ts';
import type { ProfileInput } from '#shared/users/profile.ts';
import { canChangeRelation, type RelationChange } from '#shared/users/relations.ts';
import { canViewAsParent, isPersonal } from '#shared/users/view-as.ts';
import { MAX_PINS } from '#shared/users/schema.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { lockFor } from '../../db/locks.ts';
import { requireTimeZone } from '../../db/time-zones.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { recordStudentReads } from '../../lib/security-log.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import type { MembershipsService, MembershipSummary } from '../memberships/memberships.service.ts';
import { type FoundUser, searchUsers } from './user-search.repository.ts';
import {
  type NamedPerson,
  type OwnProfile,
  type PersonRow,
  type RelatedStudentRow,
  UsersRepository,
} from './users.repository.ts';

/** Phone number, birthday, email and tracker link; null for viewers who cannot see them. */
interface Contact {
  email: string | null;
  phone: string | null;
  birthday: string | null;
  trackerLink: string | null;
}

/** A person as the viewer sees them, without data that the viewer cannot see. */
interface SeenPerson extends Omit<PersonRow, keyof Contact | 'students'>, Contact {
  permissions: PersonPermission[];
  students: SeenStudent[];
}

/** A student of a parent or mentor, with what the viewer can see of them. */
export interface SeenStudent extends RelatedStudentRow {
  permissions: PersonPermission[];
}

/** The signed-in person. */
interface Me extends Omit<OwnProfile, 'students'> {
  /** Of a student. */
  membership: MembershipSummary | null;
  /** Of a parent: the memberships of the children whose last payment failed. */
  failedPayments: MembershipSummary['membership'][];
  students: SeenStudent[];
  /** The student whose virtual parent this is. */
  viewingAs: { pk: number; fullName: string } | null;
}

const NO_CONTACT: Contact = { email: null, phone: null, birthday: null, trackerLink: null };

type Rule = (actor: Actor, person: PersonFacts) => boolean;
const ofStudent =
  (rule: (actor: Actor, studentPk: number) => boolean): Rule =>
  (actor, { role, pk }) =>
    role === 'student' && rule(actor, pk);

const ofRelation =
  (change: RelationChange, role: Role): Rule =>
  (actor, person) =>
    canChangeRelation(actor, change, role, person);

/** The rule behind each permission of a person. */
const RULES: Readonly<Record<PersonPermission, Rule>> = {
  view_customuser: (actor, { pk, role }) => canPin(actor, { pk, isStudent: role === 'student' }),
  view_family: ofStudent(canSeeFamily),
  view_roadmap: ofStudent(canViewRoadmap),
  add_roadmap: ofStudent(canAddRoadmap),
  view_studentprofilerating: ofStudent(canViewRating),
  add_studentprofilerating: ofStudent(canAddRating),
  view_bookedmeeting: ofStudent(canListMeetingsOf),
  add_bookedmeeting: canBookWith,
  view_essay: ofStudent(canListEssays),
  view_list: ofStudent(canSeeListsOf),
  view_interaction: ofStudent(canSeeInteractionsOf),
  view_note: ofStudent(canListNotesAbout),
  add_note: ofStudent(canWriteAbout),
  view_shared_students: canSeeSharedStudents,
  view_authored_notes: canReadNotesBy,
  view_contact: canChangeContact,
  change_contact: canChangeContact,
  change_tracker_link: canChangeTrackerLink,
  assign_mentor: ofRelation('assign', 'mentor'),
  assign_parent: ofRelation('assign', 'parent'),
  assign_student: ofRelation('assign', 'student'),
  remove_mentor: ofRelation('remove', 'mentor'),
  remove_parent: ofRelation('remove', 'parent'),
  remove_student: ofRelation('remove', 'student'),
  disable_user: canChangeState,
  reset_password: canSendPasswordReset,
  view_personal_data: (actor, { pk }) => actor.pk !== pk && canManageDataOf(actor, pk),
  view_as_parent: ofStudent(canViewAsParent),
};

/** Creates the service of people: the signed-in person, other people as the viewer can see them, pins and the theme. */
export function createUsersService(
  { database, clock, identity }: ServiceDependencies,
  { alerts, memberships }: { alerts: AlertsService; memberships: MembershipsService },
) {
  const repository = new UsersRepository(database);

  const presentStudent = (actor: Actor, student: RelatedStudentRow): SeenStudent => ({
    ...student,
    permissions: canSeeInteractionsOf(actor, student.pk) ? ['view_interaction'] : [],
  });

  function present(actor: Actor, row: PersonRow): SeenPerson {
    const permissions = PERSON_PERMISSIONS.filter((permission) => RULES[permission](actor, row)).filter(
      (permission) =>
        // An external provider sends its own mails.
        (permission !== 'reset_password' || identity.accounts !== null) && !isPersonal(actor, permission),
    );
    const seesState = permissions.includes('disable_user') && row.disabledAt !== null;
    return {
      ...row,
      ...(permissions.includes('view_contact') ? {} : NO_CONTACT),
      ...(row.role === 'student' ? {} : { trackerLink: null }),
      permissions,
      disabledAt: seesState ? row.disabledAt : null,
      disabledReason: seesState ? row.disabledReason : null,
      targetPoints: permissions.includes('view_studentprofilerating') ? row.targetPoints : null,
      year: permissions.includes('view_roadmap') ? row.year : null,
      lastInteraction: permissions.includes('view_interaction') ? row.lastInteraction : null,
      family: permissions.includes('view_family') ? row.family : [],
      students: row.students.map((student) => presentStudent(actor, student)),
    };
  }

  /** Returns the virtual parent, with the settings of the person behind it. */
  async function meAsParent(actor: Actor, viewer: Actor): Promise<Me> {
    const profile = await repository.ownProfile(viewer.pk);
    const [student] = await repository.studentsWithInteractions(actor.studentPks);
    if (profile === undefined || student === undefined) throw notFound();
    const { pk, role, fullName, permissions } = actor;
    return {
      ...profile,
      pk,
      role,
      firstName: fullName,
      lastName: '',
      fullName,
      email: '',
      phone: '',
      birthday: null,
      hasUnfinishedSignUp: false,
      picture: null,
      invitesRemaining: 0,
      membership: null,
      failedPayments: [],
      permissions: [...permissions],
      pinnedUsers: [],
      students: [presentStudent(actor, student)],
      viewingAs: { pk: student.pk, fullName: student.fullName },
    };
  }

  return {
    /** Returns the person's own data; in the view as a parent, what the parent sees. */
    async me(actor: Actor): Promise<Me> {
      if (actor.viewer !== undefined) return meAsParent(actor, actor.viewer);
      const profile = await repository.ownProfile(actor.pk);
      if (profile === undefined) throw notFound();
      const membership = isCapable(actor, 'own_roadmap') ? await memberships.summaryOf(actor.pk) : null;
      const students = profile.students.map((student) => presentStudent(actor, student));
      const payable = actor.studentPks.filter((studentPk) => canPayFor(actor, studentPk));
      const failedPayments = payable.length === 0 ? [] : await memberships.withFailedPayment(payable);
      return { ...profile, students, membership, failedPayments, viewingAs: null };
    },

    /** Returns a person as the viewer may see them (USER-038). */
    async person(actor: Actor, pk: number): Promise<SeenPerson> {
      const row = await repository.person(pk, {
        studentPks: [actor.pk, ...actor.studentPks],
        withAllStudents: canSeeAllStudentsOf(actor),
      });
      if (row === undefined || !canSeePerson(actor, row)) throw notFound();
      const seen = row.role === 'student' ? [pk] : row.students.map((student) => student.pk);
      await recordStudentReads(database, actor, 'summary', seen, clock.now());
      return present(actor, row);
    },

    /**
     * Changes a contact field of a person; null removes the value.
     * @throws AppError NOT_FOUND, INVALID_INPUT
     */
    async changeContact(
      actor: Actor,
      pk: number,
      field: ContactField,
      request: unknown,
    ): Promise<string | null> {
      const rule = field === 'tracker_link' ? canChangeTrackerLink : canChangeContact;
      return database.transaction(async () => {
        const person = await repository.lockContact(pk);
        if (person === undefined || !rule(actor, person)) throw notFound();
        const today = dateIn(actor.timeZone, clock.now());
        const schema = contactSchemas(today, person.role)[field];
        const { [field]: value = null } = parseInput(z.strictObject({ [field]: schema }), request);
        if (field === 'birthday' && !canSetBirthday(actor, person, value, today)) {
          throw invalid('birthday', BIRTHDAY_BY_MENTOR);
        }
        await repository.setContact(pk, field, value);
        return value;
      });
    },

    /** Searches the people the actor can find (USER-013). @throws AppError NOT_FOUND for students and parents */
    async search(actor: Actor, { query, role }: { query: string; role: Role | null }): Promise<FoundUser[]> {
      const scope = userSearchScope(actor);
      if (scope === null) throw notFound();
      const text = normalizeSearch(query);
      if (text === '') return [];
      const found = await searchUsers(database, text, {
        actorPk: actor.pk,
        scope,
        role,
        withDisabled: canFindDisabled(actor),
      });
      const students = found.filter(({ role }) => role === 'student').map(({ pk }) => pk);
      await recordStudentReads(database, actor, 'summary', students, clock.now());
      return found;
    },

    /**
     * Pins a student to the drawer, or unpins one (PIN-007).
     * @returns everyone pinned now
     */
    togglePin(actor: Actor, pk: number): Promise<NamedPerson[]> {
      return database.transaction(async () => {
        await lockFor(database, 'pins', actor.pk);
        // Unpinning works even after the student became invisible to the actor.
        if (!(await repository.unpin(actor.pk, pk))) {
          const isStudent = (await repository.roleOf(pk)) === 'student';
          if (!canPin(actor, { pk, isStudent })) throw notFound();
          if (!(await repository.pin(actor.pk, pk, MAX_PINS))) {
            throw new AppError('CONFLICT', `At most ${MAX_PINS} people can be pinned.`);
          }
        }
        return repository.pinnedUsers(actor.pk);
      });
    },

    /** Returns a parent's children or a mentor's students. */
    myStudents(actor: Actor): Promise<{ pk: number; fullName: string }[]> {
      if (actor.viewer !== undefined) return repository.studentsWithInteractions(actor.studentPks);
      return repository.studentsOf(actor.pk);
    },

    /** Changes the person's own name and time zone. @throws AppError INVALID_INPUT */
    async changeProfile(actor: Actor, input: ProfileInput): Promise<void> {
      await requireTimeZone(database, 'time_zone', input.time_zone);
      await database.transaction(async () => {
        await repository.setName(actor.pk, input);
        if (input.time_zone !== actor.timeZone) await alerts.changeTimeZone(actor, input.time_zone);
      });
    },

    /** Remembers the release whose notes the person has seen (SHEL-038). */
    async viewRelease(actor: Actor, tag: string): Promise<void> {
      await repository.setLastReleaseViewed(actor.pk, tag);
    },

    /** Changes the theme (SHEL-043). */
    async changeTheme(actor: Actor, theme: number): Promise<void> {
      await repository.setTheme(actor.pk, theme);
    },
  };
}
