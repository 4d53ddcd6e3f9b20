import type { Role } from '#shared/kernel/roles.ts';
import type { Database } from '../database.ts';

/** A demo person as stored. */
export interface SeededPerson {
  pk: number;
  role: Role;
  firstName: string;
  fullName: string;
}

/** What each part of the demo data is made with. */
export interface DemoContext {
  database: Database;
  /** By key: 'mentor', 'student' … for the accounts, 'aisha.rahman' … for the others. */
  people: ReadonlyMap<string, SeededPerson>;
  /** The moment everything is dated around. */
  now: Date;
}

/** The demo person behind a key. */
export function personOf({ people }: Pick<DemoContext, 'people'>, key: string): SeededPerson {
  const person = people.get(key);
  if (person === undefined) throw new Error(`There is no demo person '${key}'.`);
  return person;
}
