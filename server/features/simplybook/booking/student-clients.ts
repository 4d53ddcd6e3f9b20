import { setTimeout } from 'node:timers/promises';
import { AppError } from '#shared/kernel/errors.ts';
import type { SimplybookContext } from '../simplybook.context.ts';

/** Finds or adds a student's client; see {@link createStudentClients}. */
export type StudentClients = ReturnType<typeof createStudentClients>;

/** How long a process reserves adding a client: longer than the two API calls, with their timeouts. */
const CLAIM_SECONDS = 60;
const WAIT_MS = 15_000;
const STEP_MS = 50;
const BUSY = 'Another meeting of this student is being booked. Try again in a minute.';
const SHARED_EMAIL =
  'The booking system has several clients with this email address. Ask the staff to fix it.';

/**
 * Finds a student's client in SimplyBook.me, or adds it. The API accepts a second client with the same email address,
 * so only one process at a time adds a student, and the others wait.
 */
export function createStudentClients({ clock, api, tables: { people, problems } }: SimplybookContext) {
  async function findOrAdd(studentPk: number): Promise<number> {
    const { email, name } = await people.contactOf(studentPk);
    const found = await api.findClientIds(email);
    if (found.length > 1) {
      for (const id of found) await problems.add('shared_email', id, clock.now());
      throw new AppError('CONFLICT', SHARED_EMAIL);
    }
    const id = found[0] ?? (await api.createClient({ name, email }));
    await people.link('client', [{ id, userPk: studentPk }], clock.now());
    return id;
  }

  return {
    /**
     * Returns the number of a student's client: a linked one, one with the email address, or a new one.
     * @throws AppError CONFLICT if several clients have the address, UNAVAILABLE if another process takes too long
     */
    async clientOf(studentPk: number): Promise<number> {
      const end = Date.now() + WAIT_MS;
      do {
        const [linked] = await people.idsOf('client', studentPk);
        if (linked !== undefined) return linked;
        if (await people.claimNewClient(studentPk, CLAIM_SECONDS)) {
          try {
            // Another process may have linked it before this one reserved it.
            return (await people.idsOf('client', studentPk))[0] ?? (await findOrAdd(studentPk));
          } finally {
            await people.releaseNewClient(studentPk);
          }
        }
        await setTimeout(STEP_MS);
      } while (Date.now() < end);
      throw new AppError('UNAVAILABLE', BUSY);
    },
  };
}
