// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { unreachable } from '#shared/kernel/errors.ts';
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
    remove: async ({ values }) => void removed.push(values.title),
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
  expect(creates.map(({ key }) => key)).toEqual([creates[0]?.key, creates[0]?.key]);
  respond('Private');
  await vi.waitFor(() => expect(removed).toEqual(['Private']));
});
