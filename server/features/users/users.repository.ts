import type { Role } from '#shared/kernel/roles.ts';
import type { Database } from '../../db/database.ts';

/** The signed-in person as `/api/me/` answers. */
export interface OwnProfile {
  pk: number;
  role: Role;
  firstName: string;
  lastName: string;
  fullName: string;
  email: string;
  theme: number;
  timeZone: string;
  lastReleaseViewed: string;
  showMeetings: boolean;
  permissions: string[];
  pinnedUsers: { pk: number; fullName: string }[];
}

export class UsersRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async ownProfile(pk: number): Promise<OwnProfile | undefined> {
    const [row] = await this.#database.query<OwnProfile>(
      `SELECT pk, role, first_name AS "firstName", last_name AS "lastName", full_name AS "fullName", email, theme,
        time_zone AS "timeZone", last_release_viewed AS "lastReleaseViewed", show_meetings AS "showMeetings",
        ARRAY(SELECT permission FROM user_permissions WHERE user_pk = users.pk ORDER BY 1) AS "permissions",
        (SELECT coalesce(json_agg(json_build_object('pk', pinned.pk, 'fullName', pinned.full_name)
            ORDER BY pins.created_at, pinned.pk), '[]')
          FROM pins JOIN users AS pinned ON pinned.pk = pins.pinned_pk
          JOIN relations ON relations.student_pk = pinned.pk AND relations.user_pk = users.pk
          WHERE pins.user_pk = users.pk) AS "pinnedUsers"
      FROM users WHERE pk = $1`,
      [pk],
    );
    return row;
  }

  async setTheme(pk: number, theme: number): Promise<void> {
    await this.#database.kysely.updateTable('users').set({ theme }).where('pk', '=', pk).execute();
  }
}
