import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Identity } from './identity/identity.ts';
import type { Jobs } from './jobs/queue.ts';
import type { Mail } from './mail/mail.ts';
import type { Storage } from './storage/storage.ts';

/** The dependencies of every service. */
export interface ServiceDependencies {
  config: Config;
  database: Database;
  clock: Clock;
  jobs: Jobs;
  mail: Mail;
  storage: Storage;
  identity: Identity;
}
