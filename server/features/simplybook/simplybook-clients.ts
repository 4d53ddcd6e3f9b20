import { setTimeout } from 'node:timers/promises';
import { AppError } from '#shared/kernel/errors.ts';
import type { Clock } from '../../clock.ts';
import type { SimplybookClient } from './simplybook.client.ts';
import type { SimplybookRepository } from './simplybook.repository.ts';

/** Finds or adds a student's client; see {@link createSimplybookClients}. */
export type SimplybookClients = ReturnType<typeof createSimplybookClients>;

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
export function createSimplybookClients(
  repository: SimplybookRepository,
  { client, clock }: { client: SimplybookClient; clock: Clock },
) {
  async function findOrAdd(studentPk: number): Promise<number> {
    const { email, name } = await repository.contactOf(studentPk);
    const found = await client.findClients(email);
    if (found.length > 1) {
      for (const id of found) await repository.addProblem('shared_email', String(id), clock.now());
      throw new AppError('CONFLICT', SHARED_EMAIL);
    }
    const id = found[0] ?? (await client.createClient({ name, email }));
    await repository.link('client', [{ id, userPk: studentPk }], clock.now());
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
        const [linked] = await repository.idsOf('client', studentPk);
        if (linked !== undefined) return linked;
        if (await repository.claimNewClient(studentPk, CLAIM_SECONDS)) {
          try {
            // Another process may have linked it between the two queries.
            return (await repository.idsOf('client', studentPk))[0] ?? (await findOrAdd(studentPk));
          } finally {
            await repository.releaseNewClient(studentPk);
          }
        }
        await setTimeout(STEP_MS);
      } while (Date.now() < end);
      throw new AppError('UNAVAILABLE', BUSY);
    },
  };
}
