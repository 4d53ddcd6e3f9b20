import { type DBSchema, openDB } from 'idb';
import { connectOnce } from '../connect-once.ts';

/** Text that the server does not have yet. Each feature adds the fields it needs to restore its editor. */
export interface Draft {
  id: string;
  /** The person who wrote it. Never shown to anyone else. */
  owner: string;
  /** The object that it belongs to, such as `note:12`. */
  subject: string;
  /** A name for the person, shown before the draft would be lost. */
  title: string;
  changedAt: number;
}

interface DraftDatabase extends DBSchema {
  drafts: { key: string; value: Draft; indexes: { owner: string; subject: [string, string] } };
}

const NAME = 'gopath-drafts';

const database = connectOnce((onEnded) =>
  openDB<DraftDatabase>(NAME, 1, {
    upgrade(db) {
      const drafts = db.createObjectStore('drafts', { keyPath: 'id' });
      drafts.createIndex('owner', 'owner');
      drafts.createIndex('subject', ['owner', 'subject']);
    },
    // Lets a newer build in another tab upgrade the database.
    blocking(_current, _blocked, { target }) {
      (target as IDBDatabase).close();
      onEnded();
    },
    terminated: onEnded,
  }),
);

/** The drafts on this device, in IndexedDB: localStorage loses its last writes when the browser is killed. */
export const draftStore = {
  /**
   * Stores a draft. The transaction is committed explicitly, so that it survives the end of this page. Transactions run
   * in call order.
   * @param durability `relaxed` survives a crash of the browser, `strict` also a crash of the machine
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

  /** Returns a person's drafts about one subject, newest first. */
  async about<Kind extends Draft>(owner: string, subject: string): Promise<Kind[]> {
    const drafts = await (await database()).getAllFromIndex('drafts', 'subject', [owner, subject]);
    return drafts.sort((a, b) => b.changedAt - a.changedAt) as Kind[];
  },

  /** Returns all of a person's drafts, newest first. */
  async of(owner: string): Promise<Draft[]> {
    const drafts = await (await database()).getAllFromIndex('drafts', 'owner', owner);
    return drafts.sort((a, b) => b.changedAt - a.changedAt);
  },

  /** Returns the ids of the drafts of everyone. */
  async allIds(): Promise<string[]> {
    return (await database()).getAllKeys('drafts');
  },

  /** Deletes the drafts of everyone: the extension now uses another server, with other people. */
  async clear(): Promise<void> {
    await (await database()).clear('drafts');
  },

  /** Deletes a person's drafts. Only for a sign-out that the person confirmed. */
  async deleteAll(owner: string): Promise<void> {
    const transaction = (await database()).transaction('drafts', 'readwrite');
    const keys = await transaction.store.index('owner').getAllKeys(owner);
    await Promise.all([...keys.map((key) => transaction.store.delete(key)), transaction.done]);
  },
};

/** Returns the name of the lock of an open editor's draft. */
export const lockOf = (id: string) => `gopath-draft-${id}`;

/** How long a closed page needs to release its drafts. */
const CLOSING_MS = 1_000;

/** Returns the title of the newest draft about a subject that no open editor holds; null when there is none. */
export async function waitingDraft(owner: string, subject: string): Promise<string | null> {
  const claim = await claimLatest(owner, subject);
  claim?.release();
  return claim?.draft.title ?? null;
}

/**
 * Claims a draft for one open editor of this browser, so that two tabs never overwrite each other.
 * @param until how long to wait for the editor that holds it now
 * @returns releases the draft; null when another editor still holds it
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

/** A draft that only this editor can change, until it releases it. */
export interface ClaimedDraft<Kind extends Draft> {
  draft: Kind;
  release: () => void;
}

/**
 * Claims the newest draft about a subject that no other editor holds; null when there is none.
 * @param accepts returns false for drafts of the subject that this editor does not continue
 */
export async function claimLatest<Kind extends Draft>(
  owner: string,
  subject: string,
  accepts: (draft: Kind) => boolean = Boolean,
): Promise<ClaimedDraft<Kind> | null> {
  for (const { id } of await draftStore.about(owner, subject)) {
    const release = await claimDraft(id);
    if (release === null) continue;
    // The editor that held it may have changed or saved it.
    const draft = await draftStore.get<Kind>(id);
    if (draft !== undefined && accepts(draft)) return { draft, release };
    release();
  }
  return null;
}
