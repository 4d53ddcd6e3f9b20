import type { IdentityTables } from './tables/identity.ts';
import type { MailTables } from './tables/mail.ts';
import type { UserTables } from './tables/users.ts';

/** Every table, for typed queries. A feature adds its own interface in `tables/`. */
export type Tables = UserTables & IdentityTables & MailTables;
