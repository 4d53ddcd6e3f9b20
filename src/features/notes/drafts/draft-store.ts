import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { RichTextDocument } from '#shared/rich-text/schema.ts';

/** What a person writes in the note form. */
export interface NoteValues {
  title: string;
  body: RichTextDocument;
  /** The global id of whom a plain note is about. */
  studentId: string | null;
}

/** The note as the server has it, as far as writing needs it. */
export interface StoredNote {
  id: string;
  pk: number;
  version: number;
  sent: boolean;
  values: NoteValues;
}

/** Text that the server does not have yet. */
export interface Draft {
  id: string;
  /** Whose it is. Never shown to anybody else. */
  owner: string;
  /** What it is about: see {@link draftSubject}. */
  subject: string;
  values: NoteValues;
  /** What the person started from; null for a note that does not exist yet. */
  base: StoredNote | null;
  /**
   * A save that was sent and whose answer never came, exactly as it was sent: repeating it with the same key makes
   * no second note, and a stored note that equals it is ours and no conflict.
   */
  attempt: { key: string; values: NoteValues } | null;
  changedAt: number;
}

/** What a draft can be about: a new note, a stored one, or the meeting note of a booking. */
export const draftSubject = {
  newNote: 'new',
  note: (pk: number) => `note:${pk}`,
  meeting: (simplybookId: number) => `meeting:${simplybookId}`,
} as const;

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
  async put(draft: Draft, durability: 'relaxed' | 'strict'): Promise<void> {
    const transaction = (await database()).transaction('drafts', 'readwrite', { durability });
    const put = transaction.store.put(draft);
    transaction.commit();
    await Promise.all([put, transaction.done]);
  },

  async delete(id: string): Promise<void> {
    await (await database()).delete('drafts', id);
  },

  /** A person's drafts about one thing, the latest first. */
  async about(owner: string, subject: string): Promise<Draft[]> {
    const drafts = await (await database()).getAllFromIndex('drafts', 'subject', [owner, subject]);
    return drafts.sort((a, b) => b.changedAt - a.changedAt);
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

/** Holds a draft for one open editor of this browser, so that two tabs never write over each other. */
export async function claimDraft(id: string): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(`gopath-draft-${id}`, { ifAvailable: true }, (lock) => {
        if (lock === null) {
          resolve(null);
          return undefined;
        }
        return new Promise<void>((release) => resolve(() => release()));
      })
      .catch(reject);
  });
}
