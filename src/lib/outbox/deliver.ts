import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';
import type { Outbox, OutboxEntry } from './outbox.ts';

/** How a queue sends its entries. */
export interface Delivery<Entry extends OutboxEntry> {
  /** Whether an entry is to be sent; by default all are. */
  isWaiting?(entry: Entry): boolean;
  /** Whether an entry has to be sent after an earlier one; by default the order does not matter. */
  dependsOn?(entry: Entry, earlier: Entry): boolean;
  /** Sends one entry; it is deleted afterwards. */
  send(entry: Entry): Promise<unknown>;
  /** Handles an entry that the server refuses permanently. */
  refuse(entry: Entry, error: AppError): Promise<unknown>;
}

/** Temporary errors that the other entries would get, too: the delivery ends. */
const SHARED_ERRORS: readonly ErrorCode[] = ['NETWORK', 'UNAVAILABLE', 'UNAUTHENTICATED', 'RATE_LIMITED'];

/** A delivery ends after this many entries that failed for a temporary reason. */
const MAX_FAILURES = 3;

/** Sorts entries by how often they failed; an entry stays after the earlier ones that it depends on. */
function inOrder<Entry extends OutboxEntry>(
  entries: Entry[],
  dependsOn: (entry: Entry, earlier: Entry) => boolean,
): Entry[] {
  const ranks: number[] = [];
  for (const entry of entries) {
    const earlier = ranks.filter((_rank, index) => dependsOn(entry, entries[index] as Entry));
    ranks.push(Math.max(entry.failures ?? 0, ...earlier));
  }
  return entries
    .map((entry, index) => ({ entry, rank: ranks[index] as number }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}

/** Returns the error of a request; null without one. Errors of this device count as INTERNAL. */
async function errorOf(send: () => Promise<unknown>): Promise<AppError | null> {
  try {
    await send();
    return null;
  } catch (error) {
    return error instanceof AppError ? error : new AppError('INTERNAL', String(error));
  }
}

/**
 * Sends a person's entries: first those that failed least often, oldest first.
 * @returns how many were sent and how many refused
 */
export function deliver<Entry extends OutboxEntry>(
  outbox: Outbox<Entry>,
  owner: string | (() => Promise<string>),
  { isWaiting = () => true, dependsOn = () => false, send, refuse }: Delivery<Entry>,
): Promise<{ sent: number; refused: number }> {
  return outbox.exclusively(async () => {
    const done = { sent: 0, refused: 0 };
    if ((await outbox.allIds()).length === 0) return done;
    const waiting = (await outbox.of(typeof owner === 'string' ? owner : await owner())).filter(isWaiting);
    const unsent: Entry[] = [];
    let failures = 0;
    for (const entry of inOrder(waiting, dependsOn)) {
      if (unsent.some((earlier) => dependsOn(entry, earlier))) {
        unsent.push(entry);
        continue;
      }
      const error = await errorOf(() => send(entry));
      const endsDelivery = error !== null && SHARED_ERRORS.includes(error.code);
      if (error === null) {
        done.sent += 1;
        await outbox.deleteSent(entry);
      } else if (endsDelivery || error.code === 'INTERNAL') {
        await outbox.update(entry.id, { failures: (entry.failures ?? 0) + 1 } as Partial<Entry>);
        failures += 1;
        if (endsDelivery || failures === MAX_FAILURES) break;
        unsent.push(entry);
      } else {
        done.refused += 1;
        await refuse(entry, error);
      }
    }
    return done;
  });
}
