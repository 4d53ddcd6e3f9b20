import type { Role } from '#shared/kernel/roles.ts';
import type { Database } from '../database.ts';

/** A demo person as stored. */
export interface SeededPerson {
  pk: number;
  role: Role;
  firstName: string;
  fullName: string;
}

/** The context of every part of the demo data. */
export interface DemoContext {
  database: Database;
  /** By key: 'mentor' for an account, 'aisha.rahman' for anyone else. */
  people: ReadonlyMap<string, SeededPerson>;
  /** All dates are relative to this moment. */
  now: Date;
}

/** Returns the demo person with a key. */
export function personOf({ people }: Pick<DemoContext, 'people'>, key: string): SeededPerson {
  const person = people.get(key);
  if (person === undefined) throw new Error(`There is no demo person '${key}'.`);
  return person;
}
