import type { DBSchema } from 'idb';
import { connectOnce } from '../connect-once.ts';

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

interface OutboxDatabase<Entry extends OutboxEntry> extends DBSchema {
  entries: { key: string; value: Entry; indexes: { owner: string } };
}

/**
 * A persistent queue for data that must reach the server even when the page closes or the network is down. Entries are
 * sent oldest first, by one surface at a time. An entry that fails temporarily stays, and others are sent before it the
 * next time, so that it does not block them.
 *
 * Example: `const outbox = new Outbox<TaskEntry>('tasks')`; `put` an entry, then `deliver(outbox, owner, { send, refuse })`
 * (`deliver.ts`) now and whenever the network returns.
 */
export class Outbox<Entry extends OutboxEntry> {
  readonly #name: string;

  readonly #open = connectOnce(async (onEnded) => {
    // Loaded later, to keep the popup small.
    const { openDB } = await import('./open-database.ts');
    return openDB<OutboxDatabase<Entry>>(this.#name, 1, {
      upgrade: (db) => void db.createObjectStore('entries', { keyPath: 'id' }).createIndex('owner', 'owner'),
      terminated: onEnded,
    });
  });

  /** @param name unique among the queues of this app */
  constructor(name: string) {
    this.#name = `gopath-outbox-${name}`;
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

  /** Returns the ids of the entries of everyone. */
  async allIds(): Promise<string[]> {
    return (await this.#open()).getAllKeys('entries');
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

  /** Runs `send` while no other surface of this browser sends entries. */
  exclusively<Result>(send: () => Promise<Result>): Promise<Result> {
    return navigator.locks.request(this.#name, send);
  }

  /**
   * Sends a newer version of an entry directly. If the entry is still unsent, a running delivery ends first, so that the
   * older version cannot arrive later, and a successful request deletes it.
   */
  async supersede<Result>(id: string, send: () => Promise<Result>): Promise<Result> {
    // Storage that cannot be read must not prevent the request.
    const unsent = await this.get(id).catch(() => undefined);
    if (unsent === undefined) return send();
    return this.exclusively(async () => {
      const result = await send();
      await this.delete(id);
      return result;
    });
  }

  /** Deletes a sent entry, unless it was replaced during the request: the new version is sent too. */
  async deleteSent({ id, createdAt }: Entry): Promise<void> {
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
