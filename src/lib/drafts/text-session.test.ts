// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { createFakeLocks } from '#tests/helpers/doubles/fake-locks.ts';
import { draftStore } from './draft-store.ts';
import { addLastSave, deleteAllDrafts } from './open-writers.ts';
import { TextSession } from './text-session.ts';

interface Values {
  title: string;
}
interface Stored {
  version: number;
  values: Values;
}

const text = (version: number): Stored => ({ version, values: { title: `Version ${version}` } });
const conflict = new AppError('CONFLICT', 'Someone else changed this.');
/** The text on the server. */
let server: Stored;
/** Runs when a change reaches the server, which responds afterwards. */
const onUpdate = vi.fn<() => void | Promise<void>>();

let autosaveMs: number;
const opened: TextSession<Values, Stored>[] = [];
async function openEditor(stored: Stored) {
  const session = new TextSession<Values, Stored>({
    owner: '7',
    subject: 'note:1',
    subjectOf: () => 'note:1',
    stored,
    initial: { title: '' },
    isSame: (one, other) => one.title === other.title,
    create: () => Promise.reject(new Error('Not a new text')),
    update: async ({ version }, values) => {
      if (version !== server.version) throw conflict;
      await onUpdate();
      server = { version: version + 1, values };
      return server;
    },
    remove: async () => undefined,
    load: async () => server,
    autosaveMs,
    isValid: async () => true,
    onSaved: () => undefined,
  });
  opened.push(session);
  await session.open();
  return session;
}

/** Leaves a draft that is based on version 3, and opens the editor again. */
async function restoreDraft(stored: Stored) {
  const before = await openEditor(text(3));
  before.change({ title: 'Mine' });
  await before.close();
  const session = await openEditor(stored);
  expect(session.read().values).toEqual({ title: 'Mine' });
  return session;
}

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: createFakeLocks(), onLine: true });
  server = text(5);
  autosaveMs = 60_000;
  onUpdate.mockReset();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((session) => session.close()));
  await draftStore.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('discarding a draft of an older version', () => {
  it('shows the version that the editor opened with', async () => {
    const session = await restoreDraft(text(5));
    session.discard();
    expect(session.read()).toMatchObject({ values: { title: 'Version 5' }, stored: text(5), behind: false });
  });

  it('shows the version that was loaded after the editor opened', async () => {
    const session = await restoreDraft(text(3));
    session.refresh(text(5));
    session.discard();
    expect(session.read()).toMatchObject({ values: { title: 'Version 5' }, stored: text(5) });
  });

  it('shows the base of the draft when the editor opened with an older, cached version', async () => {
    const session = await restoreDraft(text(2));
    session.discard();
    expect(session.read().stored).toEqual(text(3));
  });

  it('can be undone: the text is still based on the older version', async () => {
    const session = await restoreDraft(text(5));
    session.discard()();
    expect(session.read()).toMatchObject({ values: { title: 'Mine' }, stored: text(3), behind: true });
    expect(session.read().restoredFrom).not.toBeNull();
    await session.save();
    expect(session.read().conflict).toEqual({ kind: 'changed', theirs: text(5) });
  });

  it('can be undone while later text is being saved: the next save asks', async () => {
    const session = await restoreDraft(text(5));
    const undo = session.discard();
    session.change({ title: 'Typed since' });
    onUpdate.mockImplementationOnce(undo);
    expect(await session.save()).toBeNull();
    expect(session.read()).toMatchObject({ values: { title: 'Mine' }, stored: text(3), dirty: true });
    await session.save();
    const theirs = { version: 6, values: { title: 'Typed since' } };
    expect(session.read().conflict).toEqual({ kind: 'changed', theirs });
    expect(server).toEqual(theirs);
  });

  it('shows the version of the conflict', async () => {
    const session = await restoreDraft(text(3));
    await session.save();
    session.discard();
    expect(session.read()).toMatchObject({ stored: text(5), original: text(5), conflict: null });
  });
});

it('shows its last save after a discard when nobody else changed the text', async () => {
  const session = await openEditor(text(5));
  session.change({ title: 'Saved' });
  await session.save();
  session.change({ title: 'Not saved' });
  session.discard();
  expect(session.read()).toMatchObject({ values: { title: 'Saved' }, original: text(5), savedHere: true });
});

describe('the merged text of a conflict', () => {
  async function mergeText() {
    const session = await restoreDraft(text(3));
    await session.save();
    session.merge({ title: 'Both' });
    return session;
  }

  it('is restored with the text that it was merged from', async () => {
    await (await mergeText()).close();
    const session = await openEditor(text(5));
    expect(session.read()).toMatchObject({ values: { title: 'Mine' }, merged: { title: 'Both' } });
    await session.save();
    expect(session.read()).toMatchObject({ conflict: { kind: 'changed' }, merged: { title: 'Both' } });
  });

  it('comes back when the choice of their version is undone', async () => {
    const session = await mergeText();
    const undo = session.discard();
    expect(session.read().merged).toBeNull();
    undo();
    expect(session.read().merged).toEqual({ title: 'Both' });
  });

  it('is gone after the conflict is resolved', async () => {
    const session = await mergeText();
    await session.resolve({ title: 'Both' });
    expect(server).toEqual({ version: 6, values: { title: 'Both' } });
    expect(session.read()).toMatchObject({ values: { title: 'Both' }, merged: null, dirty: false });
    expect(await draftStore.about('7', 'note:1')).toEqual([]);
  });
});

it('saves again after the server failed to save the text', async () => {
  autosaveMs = 20;
  const session = await openEditor(text(5));
  onUpdate.mockRejectedValueOnce(new AppError('INTERNAL', 'Something went wrong.'));
  session.change({ title: 'Mine' });
  await vi.waitFor(() => expect(server).toEqual({ version: 6, values: { title: 'Mine' } }));
  await vi.waitFor(() => expect(session.read()).toMatchObject({ dirty: false, save: { state: 'saved' } }));
});

it('says that a text is not kept while offline when the storage is full, and saves it when the network returns', async () => {
  const session = await openEditor(text(5));
  vi.spyOn(draftStore, 'put').mockRejectedValue(new DOMException('Full', 'QuotaExceededError'));
  onUpdate.mockRejectedValueOnce(new AppError('NETWORK', 'Unreachable'));
  session.change({ title: 'Mine' });
  expect(await session.save()).toBeNull();
  expect(session.read().save).toEqual({ state: 'unstored' });
  globalThis.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(session.read().save.state).toBe('saved'));
  expect(server.values).toEqual({ title: 'Mine' });
});

describe('leaving the editor before the text is saved automatically', () => {
  it('saves the text', async () => {
    const session = await openEditor(text(5));
    session.change({ title: 'Last words' });
    await session.leave();
    expect(server).toEqual({ version: 6, values: { title: 'Last words' } });
    expect(await draftStore.about('7', 'note:1')).toEqual([]);
  });

  it('saves text that was typed during a save', async () => {
    const session = await openEditor(text(5));
    session.change({ title: 'First' });
    onUpdate.mockImplementationOnce(() => {
      session.change({ title: 'First and last' });
      void session.leave();
    });
    await session.save();
    await vi.waitFor(() => expect(server).toEqual({ version: 7, values: { title: 'First and last' } }));
  });

  it('makes the next editor wait for the save instead of restoring the same text', async () => {
    const session = await openEditor(text(5));
    session.change({ title: 'Last words' });
    const response = Promise.withResolvers<void>();
    onUpdate.mockImplementationOnce(() => response.promise);
    addLastSave(session.leave());
    await vi.waitFor(() => expect(onUpdate).toHaveBeenCalled());
    const opening = openEditor(text(5));
    // Long enough for an editor that does not wait to find the draft.
    for (let reads = 0; reads < 5; reads += 1) await draftStore.about('7', 'note:1');
    response.resolve();
    const next = await opening;
    expect(next.read()).toMatchObject({ restoredFrom: null, dirty: false });
  });

  it.each(['INTERNAL', 'RATE_LIMITED'] as const)('saves text after %s', async (code) => {
    const session = await openEditor(text(5));
    session.change({ title: 'Last words' });
    onUpdate.mockRejectedValueOnce(new AppError(code, 'Not now.'));
    await session.save();
    expect(session.read().save.state).toBe('failed');
    await session.leave();
    expect(server).toEqual({ version: 6, values: { title: 'Last words' } });
  });

  it('saves nothing that was discarded or is in conflict', async () => {
    const discarded = await openEditor(text(5));
    discarded.change({ title: 'Discarded' });
    discarded.discard();
    await discarded.leave();
    const conflicting = await restoreDraft(text(3));
    await conflicting.save();
    await conflicting.leave();
    expect(onUpdate).not.toHaveBeenCalled();
  });

  it('saves nothing after a sign-out', async () => {
    const session = await openEditor(text(5));
    session.change({ title: 'Not sent' });
    await deleteAllDrafts('7');
    await session.leave();
    expect(onUpdate).not.toHaveBeenCalled();
    expect(await draftStore.about('7', 'note:1')).toEqual([]);
  });
});
