import { claimDraft, claimLatest, type ClaimedDraft, type Draft, draftStore } from './draft-store.ts';
import { recordWrite } from './draft-storage.ts';
import { closingWriters, openWriters, settleWriters } from './open-writers.ts';

/** After this pause in typing the draft is forced to the disk. */
const SETTLE_MS = 1_000;

type Durability = 'relaxed' | 'strict';

/** A draft without the fields that the writer adds. */
export type DraftContent<Kind extends Draft> = Omit<Kind, 'id' | 'owner' | 'changedAt'>;

/**
 * Stores the draft of one open editor on this device until the server has the text. It knows nothing about fields,
 * saving or conflicts: a policy on top decides what to write and when to drop it. Three exist: `TextSession` (saves
 * automatically, resolves conflicts), `FormDraft` (saves on submit) and `EntryChanges` (saves each changed field).
 *
 * A new policy needs four calls:
 *
 *     const draft = await writer.open<EssayDraft>(`essay:${pk}`); // restore; null when there is none
 *     void writer.write({ subject, title, values });             // on every change
 *     void writer.drop();                                        // when the server has it
 *     void writer.close();                                       // when the editor unmounts
 *
 * Guarantees: every change is stored immediately, because a closing page does not finish pending work; writes happen in
 * call order; no two editors hold the same draft; nothing is written after a sign-out.
 */
export class DraftWriter<Kind extends Draft> {
  readonly #owner: string;
  readonly #onError: () => void;
  /** The draft that this writer holds: its id, and the lock that keeps other editors away. */
  #held: { id: string; lock: Promise<(() => void) | null> } | null = null;
  #latest: Kind | null = null;
  #phase: 'idle' | 'open' | 'closed' = 'idle';
  #isStopped = false;
  #settleTimer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  /**
   * @param owner unique among all people who use this browser
   * @param onError runs when this device cannot store the draft; the editor still works
   */
  constructor(owner: string, onError: () => void = () => {}) {
    this.#owner = owner;
    this.#onError = onError;
  }

  /** Whether the owner signed out: nothing can be stored or sent any more. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /**
   * Claims the newest draft about a subject that no other editor holds and that `accepts` allows.
   * @returns null when there is none, or when the editor was closed in the meantime
   * @throws when this device cannot read drafts
   */
  async open(subject: string, accepts?: (draft: Kind) => boolean): Promise<Kind | null> {
    if (this.#phase === 'closed') {
      this.#held = null;
      this.#latest = null;
    }
    this.#start();
    await settleWriters();
    const claimed = await claimLatest<Kind>(this.#owner, subject, accepts);
    if (claimed === null) return null;
    if (this.#phase === 'closed') {
      claimed.release();
      return null;
    }
    this.adopt(claimed);
    return claimed.draft;
  }

  /** Continues a claimed draft. A writer that already holds one deletes the claimed one: its own text is newer. */
  adopt({ draft, release }: ClaimedDraft<Kind>): void {
    this.#start();
    if (this.#held === null) this.#held = { id: draft.id, lock: Promise.resolve(release) };
    else void this.#track(draftStore.delete(draft.id).then(release));
  }

  /** Stores the draft now, and forces it to the disk when typing pauses. @returns when it is stored */
  write(content: DraftContent<Kind>, durability: Durability = 'relaxed'): Promise<void> {
    if (this.#isStopped) return this.#writing;
    if (this.#phase === 'idle') this.#start();
    const { id } = (this.#held ??= this.#hold());
    this.#latest = { ...content, id, owner: this.#owner, changedAt: Date.now() } as unknown as Kind;
    clearTimeout(this.#settleTimer);
    if (durability === 'relaxed') this.#settleTimer = setTimeout(this.#flushNow, SETTLE_MS);
    return this.#put(durability);
  }

  /** Forces the latest text to the disk. @returns when everything so far is stored */
  flush(): Promise<void> {
    clearTimeout(this.#settleTimer);
    return this.#latest === null ? this.#writing : this.#put('strict');
  }

  /** Deletes the draft: the server has the text, or the person discarded it. A later write starts a new draft. */
  drop(): Promise<void> {
    clearTimeout(this.#settleTimer);
    this.#latest = null;
    recordWrite(this, false);
    if (this.#held === null) return this.#writing;
    const { id, lock } = this.#held;
    this.#held = null;
    return this.#track(draftStore.delete(id).then(async () => (await lock)?.()));
  }

  /** Stores the last text and lets another editor claim the draft. */
  close(): Promise<void> {
    this.#phase = 'closed';
    openWriters.delete(this);
    globalThis.removeEventListener('pagehide', this.#flushNow);
    document.removeEventListener('visibilitychange', this.#flushNow);
    const closed = this.flush()
      .then(() => this.#held?.lock)
      .then((release) => release?.())
      .finally(() => closingWriters.delete(closed));
    closingWriters.add(closed);
    return closed;
  }

  /** Stops writing when this person signs out. */
  stop(owner: string): void {
    if (owner !== this.#owner) return;
    this.#isStopped = true;
    this.#latest = null;
    recordWrite(this, false);
    clearTimeout(this.#settleTimer);
  }

  #start() {
    if (this.#phase === 'open') return;
    this.#phase = 'open';
    openWriters.add(this);
    globalThis.addEventListener('pagehide', this.#flushNow);
    document.addEventListener('visibilitychange', this.#flushNow);
  }

  /** Takes the lock for a new draft; a closed editor takes none, so that the next one can claim its last text. */
  #hold() {
    const id = crypto.randomUUID();
    return { id, lock: this.#phase === 'closed' ? Promise.resolve(null) : claimDraft(id).catch(() => null) };
  }

  #put(durability: Durability): Promise<void> {
    const put = draftStore.put(this.#latest as Kind, durability);
    void put.then(
      () => recordWrite(this, false),
      // A draft that was dropped during the write is not missed.
      () => recordWrite(this, this.#latest !== null),
    );
    return this.#track(put);
  }

  /** Resolves when everything so far is stored; the store keeps the order in which writes began. */
  #track(write: Promise<void>): Promise<void> {
    const handled = write.catch(this.#onError);
    this.#writing = Promise.all([this.#writing, handled]).then(() => undefined);
    return this.#writing;
  }

  readonly #flushNow = () => void this.flush();
}
