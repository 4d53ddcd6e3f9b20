import type { Database } from '../../../db/database.ts';
import type { Mail } from '../../../mail/mail.ts';

/** The parts of the server that accounts, sign-ups, password resets and email changes use. */
export interface AccountDependencies {
  database: Database;
  mail: Mail;
  publicUrl: string;
}
