import type { DBSchema, IDBPDatabase } from 'idb';
import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';

/** Something that the server does not have yet. Each queue adds its own fields. */
export interface OutboxEntry {
  /** Also the idempotency key: the server stores the entry once, even if it is sent several times. */
  id: string;
  /** The person whose session sends it. No other session does. */
  owner: string;
  createdAt: number;
  /** How often sending it failed temporarily. */
  failures?: number;
}

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

interface OutboxDatabase<Entry extends OutboxEntry> extends DBSchema {
  entries: { key: string; value: Entry; indexes: { owner: string } };
}

/** Temporary errors of every entry: the delivery ends. */
const OF_ALL_ENTRIES: readonly ErrorCode[] = ['NETWORK', 'UNAVAILABLE', 'UNAUTHENTICATED', 'RATE_LIMITED'];

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

/**
 * A persistent queue for data that must reach the server even when the page closes or the network is down. Entries are
 * sent oldest first, by one surface at a time. An entry that fails temporarily stays, and others are sent before it the
 * next time, so that it does not block them.
 *
 * Example: `const outbox = new Outbox<TaskEntry>('tasks')`; `put` an entry, then `deliver(owner, { send, refuse })` now
 * and whenever the network returns.
 */
export class Outbox<Entry extends OutboxEntry> {
  readonly #name: string;
  #connection: Promise<IDBPDatabase<OutboxDatabase<Entry>>> | null = null;

  /** @param name unique among the queues of this app */
  constructor(name: string) {
    this.#name = `gopath-outbox-${name}`;
  }

  #open(): Promise<IDBPDatabase<OutboxDatabase<Entry>>> {
    this.#connection ??= this.#connect().catch((error: unknown) => {
      this.#connection = null;
      throw error;
    });
    return this.#connection;
  }

  async #connect(): Promise<IDBPDatabase<OutboxDatabase<Entry>>> {
    // Loaded later, to keep the popup small.
    const { openDB } = await import('idb');
    return openDB<OutboxDatabase<Entry>>(this.#name, 1, {
      upgrade: (db) => void db.createObjectStore('entries', { keyPath: 'id' }).createIndex('owner', 'owner'),
      terminated: () => {
        this.#connection = null;
      },
    });
  }

  /** Adds an entry, or replaces the one with the same id. */
  async put(entry: Entry): Promise<void> {
    await (await this.#open()).put('entries', entry);
    this.#notify();
  }

  /** Changes an entry; does nothing if it was deleted. */
  async update(id: string, changes: Partial<Entry>): Promise<void> {
    const { store, done } = (await this.#open()).transaction('entries', 'readwrite');
    const entry = await store.get(id as never);
    if (entry !== undefined) await store.put({ ...entry, ...changes });
    await done;
    this.#notify();
  }

  async get(id: string): Promise<Entry | undefined> {
    return (await this.#open()).get('entries', id as never);
  }

  /** Returns a person's entries, oldest first. */
  async of(owner: string): Promise<Entry[]> {
    const entries = await (await this.#open()).getAllFromIndex('entries', 'owner', owner as never);
    return entries.sort((a, b) => a.createdAt - b.createdAt);
  }

  /** Counts the entries of everyone. */
  async countAll(): Promise<number> {
    return (await this.#open()).count('entries');
  }

  async delete(id: string): Promise<void> {
    await (await this.#open()).delete('entries', id as never);
    this.#notify();
  }

  /** Deletes a person's entries; without an owner, those of everyone. */
  async clear(owner?: string): Promise<void> {
    const { store, done } = (await this.#open()).transaction('entries', 'readwrite');
    const keys =
      owner === undefined ? await store.getAllKeys() : await store.index('owner').getAllKeys(owner as never);
    await Promise.all([...keys.map((key) => store.delete(key)), done]);
    this.#notify();
  }

  /**
   * Sends a person's entries: first those that failed least often, oldest first.
   * @returns how many were sent and how many refused
   */
  deliver(
    owner: string | (() => Promise<string>),
    { isWaiting = () => true, dependsOn = () => false, send, refuse }: Delivery<Entry>,
  ): Promise<{ sent: number; refused: number }> {
    return navigator.locks.request(this.#name, async () => {
      const done = { sent: 0, refused: 0 };
      if ((await this.countAll()) === 0) return done;
      const waiting = (await this.of(typeof owner === 'string' ? owner : await owner())).filter(isWaiting);
      const unsent: Entry[] = [];
      let failures = 0;
      for (const entry of inOrder(waiting, dependsOn)) {
        if (unsent.some((earlier) => dependsOn(entry, earlier))) {
          unsent.push(entry);
          continue;
        }
        try {
          await send(entry);
        } catch (error) {
          const code = error instanceof AppError ? error.code : 'INTERNAL';
          const endsDelivery = OF_ALL_ENTRIES.includes(code);
          if (endsDelivery || code === 'INTERNAL') {
            await this.update(entry.id, { failures: (entry.failures ?? 0) + 1 } as Partial<Entry>);
            failures += 1;
            if (endsDelivery || failures === MAX_FAILURES) break;
            unsent.push(entry);
          } else {
            done.refused += 1;
            await refuse(entry, error as AppError);
          }
          continue;
        }
        done.sent += 1;
        await this.#deleteSent(entry);
      }
      return done;
    });
  }

  /**
   * Sends a newer version of an entry directly. If the entry is still unsent, a running delivery ends first, so that the
   * older version cannot arrive later, and a successful request deletes it.
   */
  async supersede<Result>(id: string, send: () => Promise<Result>): Promise<Result> {
    // Storage that cannot be read must not prevent the request.
    const unsent = await this.get(id).catch(() => undefined);
    if (unsent === undefined) return send();
    return navigator.locks.request(this.#name, async () => {
      const result = await send();
      await this.delete(id);
      return result;
    });
  }

  /** Deletes a sent entry, unless it was replaced during the request: the new version is sent too. */
  async #deleteSent({ id, createdAt }: Entry): Promise<void> {
    const { store, done } = (await this.#open()).transaction('entries', 'readwrite');
    const entry = await store.get(id as never);
    const isReplaced = entry !== undefined && entry.createdAt !== createdAt;
    if (!isReplaced) await store.delete(id as never);
    await done;
    this.#notify(isReplaced ? null : id);
  }

  /**
   * Calls back when an entry was added, changed, sent or deleted, here or in another surface.
   * @param listener gets the id of a sent entry, and null after other changes
   * @returns stops it
   */
  onChange(listener: (sentId: string | null) => void): () => void {
    const channel = new BroadcastChannel(this.#name);
    channel.addEventListener('message', ({ data }) => listener(data as string | null));
    return () => channel.close();
  }

  #notify(sentId: string | null = null) {
    // A channel does not hear its own messages: a new one also reaches the listeners of this page.
    const channel = new BroadcastChannel(this.#name);
    channel.postMessage(sentId);
    channel.close();
  }
}
