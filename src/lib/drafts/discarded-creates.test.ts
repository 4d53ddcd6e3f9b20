// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError, unreachable } from '#shared/kernel/errors.ts';
import { createFakeLocks } from '#tests/helpers/doubles/fake-locks.ts';
import { draftStore } from './draft-store.ts';
import { TextSession } from './text-session.ts';

interface Values {
  title: string;
}
interface Stored {
  version: number;
  values: Values;
}

/** The create requests, oldest first. */
let creates: (PromiseWithResolvers<Stored> & { title: string; key: string })[] = [];
let removed: string[] = [];
const remove = vi.fn<() => Promise<void>>();
const save = vi.fn<(stored: Stored, created: boolean) => void>();

const opened: TextSession<Values, Stored>[] = [];
async function openNewText() {
  const session = new TextSession<Values, Stored>({
    owner: '7',
    subject: 'note:new',
    subjectOf: () => 'note:1',
    stored: null,
    initial: { title: '' },
    isSame: (one, other) => one.title === other.title,
    create: ({ title }, key) => {
      const create = { ...Promise.withResolvers<Stored>(), title, key };
      creates.push(create);
      return create.promise;
    },
    update: () => Promise.reject(new Error('Not a stored text')),
    remove: async ({ values }) => {
      await remove();
      removed.push(values.title);
    },
    load: async () => null,
    autosaveMs: 0,
    isValid: async ({ title }) => title !== '',
    onSaved: save,
  });
  opened.push(session);
  await session.open();
  return session;
}

/** Restores a draft, whose create starts automatically. */
async function restoreDraft() {
  const before = await openNewText();
  before.change({ title: 'Private' });
  await before.close();
  const session = await openNewText();
  await vi.waitFor(() => expect(creates).toHaveLength(1));
  return session;
}

const respond = (title: string) => creates.at(-1)?.resolve({ version: 1, values: { title } });

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: createFakeLocks(), onLine: true });
  creates = [];
  removed = [];
  remove.mockReset();
  save.mockReset();
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(opened.splice(0).map((session) => session.close()));
  await draftStore.clear();
  vi.unstubAllGlobals();
});

it('a new text that is discarded while it is being created is deleted', async () => {
  const session = await restoreDraft();
  const saved = session.save();
  session.discard();
  respond('Private');
  expect(await saved).toBeNull();
  expect(removed).toEqual(['Private']);
  expect(session.read()).toMatchObject({ values: { title: '' }, stored: null, save: { state: 'idle' } });
  expect(save).not.toHaveBeenCalled();
  expect(await draftStore.of('7')).toEqual([]);
});

it('a discard that is undone before the response keeps the text', async () => {
  const session = await restoreDraft();
  const saved = session.save();
  session.discard()();
  respond('Private');
  expect(await saved).toMatchObject({ values: { title: 'Private' } });
  expect(removed).toEqual([]);
  expect(creates).toHaveLength(1);
});

it('a discard that is undone after the text was deleted creates it again', async () => {
  const session = await restoreDraft();
  const saved = session.save();
  const undo = session.discard();
  respond('Private');
  await saved;
  undo();
  const again = session.save();
  await vi.waitFor(() => expect(creates).toHaveLength(2));
  expect(creates[1]?.title).toBe('Private');
  expect(creates[1]?.key).not.toBe(creates[0]?.key);
  respond('Private');
  expect(await again).toMatchObject({ values: { title: 'Private' } });
});

it('text that is typed after the discard becomes a new text', async () => {
  const session = await restoreDraft();
  session.discard();
  session.change({ title: 'Another' });
  respond('Private');
  await vi.waitFor(() => expect(creates).toHaveLength(2));
  expect(removed).toEqual(['Private']);
  respond('Another');
  await vi.waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(session.read()).toMatchObject({ stored: { values: { title: 'Another' } }, dirty: false });
});

it('a text that is being created when the discard of an earlier one is undone stays a separate text', async () => {
  const session = await restoreDraft();
  const undo = session.discard();
  respond('Private');
  await vi.waitFor(() => expect(removed).toEqual(['Private']));
  session.change({ title: 'Another' });
  await vi.waitFor(() => expect(creates).toHaveLength(2));
  undo();
  respond('Another');
  await vi.waitFor(() => expect(creates).toHaveLength(3));
  expect(creates[2]?.title).toBe('Private');
  respond('Private');
  await vi.waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(session.read()).toMatchObject({ stored: { values: { title: 'Private' } }, dirty: false });
  expect(removed).toEqual(['Private']);
});

it('a discarded create without a response is repeated, so that its text is deleted', async () => {
  const session = await restoreDraft();
  const saved = session.save();
  session.discard();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  creates[0]?.reject(unreachable());
  expect(await saved).toBeNull();
  expect(session.read().save).toEqual({ state: 'idle' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(creates).toHaveLength(2);
  expect(creates[1]?.key).toBe(creates[0]?.key);
  respond('Private');
  await vi.waitFor(() => expect(removed).toEqual(['Private']));
});

it('a restored draft whose create had no response is deleted on the server too', async () => {
  const before = await restoreDraft();
  await before.close();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const session = await openNewText();
  session.discard();
  await vi.waitFor(() => expect(creates).toHaveLength(2));
  expect(creates[1]?.key).toBe(creates[0]?.key);
  respond('Private');
  await vi.waitFor(() => expect(removed).toEqual(['Private']));
});

it('a text that is discarded before its create is sent is not created', async () => {
  const session = await openNewText();
  session.change({ title: 'Private' });
  const saved = session.save();
  session.discard();
  expect(await saved).toBeNull();
  expect(creates).toEqual([]);
  await vi.waitFor(async () => expect(await draftStore.of('7')).toEqual([]));
});

describe('a discarded text whose editor is closed before its deletion', () => {
  /** Discards a restored draft whose create gets no response, and closes the editor. @returns undoes the discard */
  async function discardAndClose(failure: AppError = unreachable()) {
    const before = await restoreDraft();
    await before.close();
    const session = await openNewText();
    const undo = session.discard();
    await vi.waitFor(() => expect(creates).toHaveLength(2));
    creates[1]?.reject(failure);
    await session.close();
    return undo;
  }
  const storedTitles = async () => (await draftStore.of('7')).map(({ title }) => title);

  it.each([unreachable(), new AppError('INTERNAL', 'Broken')])(
    'is deleted by the next editor after %s',
    async (failure) => {
      await discardAndClose(failure);
      expect(await storedTitles()).toEqual(['Deletion of “Private”']);
      const session = await openNewText();
      await vi.waitFor(() => expect(creates).toHaveLength(3));
      expect(creates[2]?.key).toBe(creates[0]?.key);
      respond('Private');
      await vi.waitFor(() => expect(removed).toEqual(['Private']));
      await vi.waitFor(async () => expect(await storedTitles()).toEqual([]));
      expect(session.read()).toMatchObject({ values: { title: '' }, dirty: false });
    },
  );

  it('is not deleted when it was continued on another device', async () => {
    await discardAndClose();
    await openNewText();
    await vi.waitFor(() => expect(creates).toHaveLength(3));
    creates[2]?.resolve({ version: 2, values: { title: 'Private, and an hour of work' } });
    await vi.waitFor(async () => expect(await storedTitles()).toEqual([]));
    expect(remove).not.toHaveBeenCalled();
  });

  it('is not deleted while it has unsaved changes on this device', async () => {
    await discardAndClose();
    const continued = { id: 'draft', owner: '7', subject: 'note:1', title: 'Continued', changedAt: 1 };
    await draftStore.put(continued, 'relaxed');
    await openNewText();
    await vi.waitFor(() => expect(creates).toHaveLength(3));
    respond('Private');
    await vi.waitFor(async () => expect(await storedTitles()).toEqual(['Continued']));
    expect(remove).not.toHaveBeenCalled();
  });

  it('is kept when the discard is undone', async () => {
    (await discardAndClose())();
    await vi.waitFor(async () => expect(await storedTitles()).toEqual(['Private']));
    const session = await openNewText();
    expect(session.read().values).toEqual({ title: 'Private' });
  });

  it('is deleted once while two editors are open', async () => {
    await discardAndClose();
    await Promise.all([openNewText(), openNewText()]);
    await vi.waitFor(() => expect(creates).toHaveLength(3));
    respond('Private');
    await vi.waitFor(async () => expect(await storedTitles()).toEqual([]));
    expect(creates).toHaveLength(3);
    expect(removed).toEqual(['Private']);
  });
});

it('a discarded text is deleted later when the server failed', async () => {
  const session = await restoreDraft();
  const saved = session.save();
  session.discard();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  creates[0]?.reject(new AppError('INTERNAL', 'Broken'));
  expect(await saved).toBeNull();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(creates).toHaveLength(2);
  respond('Private');
  await vi.waitFor(() => expect(removed).toEqual(['Private']));
});

describe('a discarded text whose deletion cannot reach the server', () => {
  /** Discards a text while it is being created. Its deletion is sent and has no response yet. */
  async function discardText() {
    const session = await restoreDraft();
    const saved = session.save();
    const undo = session.discard();
    const deletion = Promise.withResolvers<void>();
    remove.mockReturnValueOnce(deletion.promise);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    respond('Private');
    await vi.waitFor(() => expect(remove).toHaveBeenCalledOnce());
    const failDeletion = async () => {
      deletion.reject(unreachable());
      expect(await saved).toBeNull();
    };
    return { session, undo, deletion, failDeletion };
  }

  it('is deleted later', async () => {
    const { failDeletion } = await discardText();
    await failDeletion();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(creates).toHaveLength(2);
    expect(creates[1]?.key).toBe(creates[0]?.key);
    respond('Private');
    await vi.waitFor(() => expect(removed).toEqual(['Private']));
  });

  it('is not deleted later when it was continued elsewhere in between', async () => {
    const { failDeletion } = await discardText();
    await failDeletion();
    await vi.advanceTimersByTimeAsync(5_000);
    creates[1]?.resolve({ version: 2, values: { title: 'Private, and an hour of work' } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(creates).toHaveLength(2);
    expect(remove).toHaveBeenCalledOnce();
  });

  it('is kept when the discard is undone before the next try', async () => {
    const { session, undo, failDeletion } = await discardText();
    await failDeletion();
    undo();
    const saved = session.save();
    await vi.waitFor(() => expect(creates).toHaveLength(2));
    expect(creates[1]?.key).toBe(creates[0]?.key);
    respond('Private');
    expect(await saved).toMatchObject({ values: { title: 'Private' } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(remove).toHaveBeenCalledOnce();
    expect(creates).toHaveLength(2);
  });

  it('is created again when the discard is undone while the deletion is sent', async () => {
    const { session, undo, failDeletion } = await discardText();
    undo();
    await failDeletion();
    const saved = session.save();
    await vi.waitFor(() => expect(creates).toHaveLength(2));
    expect(creates[1]?.key).not.toBe(creates[0]?.key);
    respond('Private');
    await saved;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(remove).toHaveBeenCalledOnce();
  });
});

it('a new text is created only after the running deletion of a discarded one', async () => {
  const before = await restoreDraft();
  await before.close();
  const session = await openNewText();
  const deletion = Promise.withResolvers<void>();
  remove.mockReturnValueOnce(deletion.promise);
  session.discard();
  await vi.waitFor(() => expect(creates).toHaveLength(2));
  respond('Private');
  await vi.waitFor(() => expect(remove).toHaveBeenCalledOnce());
  session.change({ title: 'Another' });
  await vi.waitFor(() => expect(session.read().save).toEqual({ state: 'saving' }));
  expect(creates).toHaveLength(2);
  deletion.resolve();
  await vi.waitFor(() => expect(creates).toHaveLength(3));
  expect(creates[2]?.title).toBe('Another');
  expect(removed).toEqual(['Private']);
});
