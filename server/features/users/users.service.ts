import type { Actor } from '#shared/kernel/actor.ts';
import { notFound } from '#shared/kernel/errors.ts';
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

    /** SHEL-043 */
    async changeTheme(actor: Actor, theme: number): Promise<void> {
      await repository.setTheme(actor.pk, theme);
    },
  };
}
