import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, notFound } from '#shared/kernel/errors.ts';
import { canListMeetingsOf } from '#shared/meetings/policy.ts';
import { canListNotesAbout, canWriteAbout } from '#shared/notes/policy.ts';
import { canAddRating, canViewRating } from '#shared/ratings/policy.ts';
import { canAddRoadmap, canViewRoadmap } from '#shared/roadmap/policy.ts';
import { canSeeListsOf } from '#shared/tasks/policy.ts';
import { canPin, canSeeFamily, canSeePerson } from '#shared/users/policy.ts';
import { MAX_PINS } from '#shared/users/schema.ts';
import { recordReads } from '../../db/staff-reads.ts';
import type { ServiceDependencies } from '../../services.ts';
import { type OwnProfile, type PersonRow, UsersRepository } from './users.repository.ts';

/** Somebody as the viewer gets them: what the viewer may not see is left out. */
interface SeenPerson extends PersonRow {
  permissions: string[];
}

/** What a viewer may do, or see of a student, by the name that the answer gives it. */
const STUDENT_PERMISSIONS: Readonly<Record<string, (actor: Actor, studentPk: number) => boolean>> = {
  view_customuser: (actor, pk) => canPin(actor, { pk, isStudent: true }),
  view_family: canSeeFamily,
  view_roadmap: canViewRoadmap,
  add_roadmap: canAddRoadmap,
  view_studentprofilerating: canViewRating,
  add_studentprofilerating: canAddRating,
  view_bookedmeeting: canListMeetingsOf,
  view_list: canSeeListsOf,
  view_note: canListNotesAbout,
  add_note: canWriteAbout,
};

export function createUsersService({ database, clock }: ServiceDependencies) {
  const repository = new UsersRepository(database);

  function present(actor: Actor, row: PersonRow): SeenPerson {
    if (row.role !== 'student') return { ...row, year: null, permissions: [] };
    const permissions = Object.keys(STUDENT_PERMISSIONS).filter((permission) =>
      STUDENT_PERMISSIONS[permission]?.(actor, row.pk),
    );
    return {
      ...row,
      permissions,
      year: permissions.includes('view_roadmap') ? row.year : null,
      family: permissions.includes('view_family') ? row.family : [],
    };
  }

  return {
    async me(actor: Actor): Promise<OwnProfile> {
      const profile = await repository.ownProfile(actor.pk);
      if (profile === undefined) throw notFound();
      return profile;
    },

    /** Who somebody is (USER-038), for those who may see that. */
    async person(actor: Actor, pk: number): Promise<SeenPerson> {
      const row = await repository.person(pk, actor.pk);
      if (row === undefined || !canSeePerson(actor, { ...row, sharesStudent: row.students.length > 0 })) {
        throw notFound();
      }
      if (row.role === 'student') await recordReads(database, actor, 'summary', [pk], clock.now());
      return present(actor, row);
    },

    /**
     * Pins a student to the drawer, or unpins one (PIN-007).
     * @returns everybody who is pinned now
     */
    togglePin(actor: Actor, pk: number): Promise<{ pk: number; fullName: string }[]> {
      return database.transaction(async () => {
        // A pin can be taken away also when its student is out of sight by now.
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

    /** The actor's own children or students. */
    myStudents(actor: Actor): Promise<{ pk: number; fullName: string }[]> {
      return repository.studentsOf(actor.pk);
    },

    /** SHEL-043 */
    async changeTheme(actor: Actor, theme: number): Promise<void> {
      await repository.setTheme(actor.pk, theme);
    },
  };
}
