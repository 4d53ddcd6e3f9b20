import type { UserTables } from './tables/users.ts';

/** Every table, for typed queries. A feature adds its own interface in `tables/`. */
export type Tables = UserTables;
