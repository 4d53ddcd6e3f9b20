import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, notFound } from '#shared/kernel/errors.ts';
import { canPin } from '#shared/users/policy.ts';
import { MAX_PINS } from '#shared/users/schema.ts';
import type { ServiceDependencies } from '../../services.ts';
import { type OwnProfile, UsersRepository } from './users.repository.ts';

export function createUsersService({ database }: ServiceDependencies) {
  const repository = new UsersRepository(database);

  return {
    async me(actor: Actor): Promise<OwnProfile> {
      const profile = await repository.ownProfile(actor.pk);
      if (profile === undefined) throw notFound();
      return profile;
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
