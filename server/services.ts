import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { createUsersService } from './features/users/users.service.ts';

/** What services are made of. */
export interface ServiceDependencies {
  config: Config;
  database: Database;
  clock: Clock;
}

/** Every feature's service. Resolvers and routes call these, and features meet each other only here. */
export type Services = ReturnType<typeof createServices>;

export function createServices(dependencies: ServiceDependencies) {
  return {
    users: createUsersService(dependencies),
  };
}
