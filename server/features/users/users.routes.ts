import { parsePk, toGlobalId } from '#shared/kernel/ids.ts';
import type { Me, PinnedUser } from '#shared/users/answers.ts';
import { themeInput } from '#shared/users/schema.ts';
import { parseInput } from '../../http/input.ts';
import type { RouteContext } from '../../http/routes.ts';

/** `/api/me/` and what a person sets about themselves. */
export function registerUserRoutes({ server, services, authentication }: RouteContext) {
  server.get('/api/me/', async (request): Promise<Me> => {
    const profile = await services.users.me(await authentication.requireActor(request));
    return {
      id: toGlobalId('User', profile.pk),
      pk: profile.pk,
      role: profile.role,
      first_name: profile.firstName,
      last_name: profile.lastName,
      full_name: profile.fullName,
      email: profile.email,
      theme: profile.theme,
      time_zone: profile.timeZone,
      last_release_viewed: profile.lastReleaseViewed,
      show_meetings: profile.showMeetings,
      permissions: profile.permissions,
      pinned_users: toPinnedUsers(profile.pinnedUsers),
    };
  });

  server.put('/api/me/change_theme/', async (request) => {
    const actor = await authentication.requireActor(request);
    const input = parseInput(themeInput, request.body);
    await services.users.changeTheme(actor, input.theme);
    return input;
  });

  server.post<{ Params: { pk: string } }>('/api/toggle_user_pin/:pk/', async (request) => {
    const actor = await authentication.requireActor(request);
    return toPinnedUsers(await services.users.togglePin(actor, parsePk(request.params.pk)));
  });
}

function toPinnedUsers(users: readonly { pk: number; fullName: string }[]): PinnedUser[] {
  return users.map(({ pk, fullName }) => ({
    id: toGlobalId('User', pk),
    pk,
    full_name: fullName,
    permissions: ['view_customuser'],
  }));
}
