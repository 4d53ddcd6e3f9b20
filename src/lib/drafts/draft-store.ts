import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** Something typed that the server does not have yet. A feature adds what it needs to go on with it. */
export interface Draft {
  id: string;
  /** Whose it is. Never shown to anybody else. */
  owner: string;
  /** What it is about: the feature's own name for it. */
  subject: string;
  /** What a person calls it, for the question before it is lost. */
  title: string;
  changedAt: number;
}

interface DraftDatabase extends DBSchema {
  drafts: { key: string; value: Draft; indexes: { owner: string; subject: [string, string] } };
}

const NAME = 'gopath-drafts';

let connection: Promise<IDBPDatabase<DraftDatabase>> | null = null;

function database(): Promise<IDBPDatabase<DraftDatabase>> {
  connection ??= openDB<DraftDatabase>(NAME, 1, {
    upgrade(db) {
      const drafts = db.createObjectStore('drafts', { keyPath: 'id' });
      drafts.createIndex('owner', 'owner');
      drafts.createIndex('subject', ['owner', 'subject']);
    },
    // A newer build in another tab must not wait for this one.
    blocking: () => void connection?.then((db) => db.close()).finally(() => (connection = null)),
    terminated: () => {
      connection = null;
    },
  }).catch((error: unknown) => {
    connection = null;
    throw error;
  });
  return connection;
}

/** Drafts on this device. IndexedDB, because localStorage loses its last writes when the browser is killed. */
export const draftStore = {
  /**
   * The whole transaction is handed over at once, so that it does not need this page any more; several run in the order
   * they were begun in.
   * @param durability relaxed survives the browser; strict is on the disk, and survives the machine
   */
  async put<Kind extends Draft>(draft: Kind, durability: 'relaxed' | 'strict'): Promise<void> {
    const transaction = (await database()).transaction('drafts', 'readwrite', { durability });
    const put = transaction.store.put(draft);
    transaction.commit();
    await Promise.all([put, transaction.done]);
  },

  async get<Kind extends Draft>(id: string): Promise<Kind | undefined> {
    return (await database()).get('drafts', id) as Promise<Kind | undefined>;
  },

  async delete(id: string): Promise<void> {
    await (await database()).delete('drafts', id);
  },

  /** A person's drafts about one thing, the latest first; of the kind that its feature put there. */
  async about<Kind extends Draft>(owner: string, subject: string): Promise<Kind[]> {
    const drafts = await (await database()).getAllFromIndex('drafts', 'subject', [owner, subject]);
    return drafts.sort((a, b) => b.changedAt - a.changedAt) as Kind[];
  },

  /** All of a person's drafts on this device, the latest first. */
  async of(owner: string): Promise<Draft[]> {
    const drafts = await (await database()).getAllFromIndex('drafts', 'owner', owner);
    return drafts.sort((a, b) => b.changedAt - a.changedAt);
  },

  /** How many drafts are on this device, whoever's they are. */
  async countAll(): Promise<number> {
    return (await database()).count('drafts');
  },

  /** Deletes every draft on this device: when the extension turns to another server, whose people are others. */
  async clear(): Promise<void> {
    await (await database()).clear('drafts');
  },

  /** Deletes a person's drafts: after a sign-out that was asked for, never otherwise. */
  async deleteAll(owner: string): Promise<void> {
    const transaction = (await database()).transaction('drafts', 'readwrite');
    const keys = await transaction.store.index('owner').getAllKeys(owner);
    await Promise.all([...keys.map((key) => transaction.store.delete(key)), transaction.done]);
  },
};

export type DraftStore = typeof draftStore;

const lockOf = (id: string) => `gopath-draft-${id}`;

/** A page that is closed holds its drafts for some moments more. */
const CLOSING_MS = 1_000;

/** What a draft about one thing that no open editor of this browser holds is called; null when there is none. */
export async function waitingDraft(owner: string, subject: string): Promise<string | null> {
  const claim = await claimLatest(draftStore, owner, subject);
  claim?.release();
  return claim?.draft.title ?? null;
}

/**
 * Holds a draft for one open editor of this browser, so that two tabs never write over each other.
 * @param until how long to wait for the one who holds it now
 * @returns how to let it go; null when another editor still holds it
 */
export async function claimDraft(
  id: string,
  until: AbortSignal = AbortSignal.timeout(CLOSING_MS),
): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(lockOf(id), { signal: until }, () => new Promise<void>((release) => resolve(() => release())))
      .catch((error: unknown) => (until.aborted ? resolve(null) : reject(error)));
  });
}

/** Holds the latest draft about one thing that no other editor holds; null when there is none. */
export async function claimLatest<Kind extends Draft>(
  store: DraftStore,
  owner: string,
  subject: string,
): Promise<{ draft: Kind; release: () => void } | null> {
  for (const { id } of await store.about(owner, subject)) {
    const release = await claimDraft(id);
    if (release === null) continue;
    // The one who held it may have written it again, or saved it.
    const draft = await store.get<Kind>(id);
    if (draft !== undefined) return { draft, release };
    release();
  }
  return null;
}
