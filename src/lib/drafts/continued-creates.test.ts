// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError, notFound, unreachable } from '#shared/kernel/errors.ts';
import { createFakeLocks } from '#tests/helpers/doubles/fake-locks.ts';
import { draftStore } from './draft-store.ts';
import { TextSession } from './text-session.ts';

interface Values {
  title: string;
}
interface Stored {
  pk: number;
  version: number;
  values: Values;
}

/** The texts on the server by pk, and the pk that each key created. */
let texts: Map<number, Stored>;
let keys: Map<string, number>;
/** Whether the responses to creates are lost. */
let isLossy: boolean;
const onSaved = vi.fn<(stored: Stored, created: boolean) => void>();

/** Returns a stored text with all changes. @throws AppError NOT_FOUND */
function read(pk: number): Stored {
  const text = texts.get(pk);
  if (text === undefined) throw notFound();
  return text;
}

const opened: TextSession<Values, Stored>[] = [];
async function openEditor(stored: Stored | null, subject = stored === null ? 'new' : `note:${stored.pk}`) {
  const session: TextSession<Values, Stored> = new TextSession<Values, Stored>({
    owner: '7',
    subject,
    subjectOf: ({ pk }) => (subject === 'new' ? `note:${pk}` : subject),
    stored,
    initial: { title: '' },
    isSame: (one, other) => one.title === other.title,
    create: async (values, key) => {
      const pk = keys.get(key) ?? keys.size + 1;
      if (!keys.has(key)) texts.set(pk, { pk, version: 1, values });
      keys.set(key, pk);
      if (isLossy) throw unreachable();
      return read(pk);
    },
    update: async ({ pk, version }, values) => {
      if (read(pk).version !== version) throw new AppError('CONFLICT', 'Someone else changed this.');
      return continueElsewhere(values.title, pk);
    },
    remove: async ({ pk }) => void texts.delete(read(pk).pk),
    load: async () => read((session.read().stored ?? stored)?.pk ?? 0),
    autosaveMs: 60_000,
    isValid: async ({ title }) => title !== '',
    onSaved,
  });
  opened.push(session);
  await session.open();
  return session;
}

/** Changes a text, such as in another tab or on another device. */
function continueElsewhere(title: string, pk = 1): Stored {
  const text = { pk, version: read(pk).version + 1, values: { title } };
  texts.set(pk, text);
  return text;
}

/** Leaves the draft of a new text whose create arrived: the tab closed before the response. */
async function leaveDraft({ typedSince = '', subject = 'new' } = {}) {
  isLossy = true;
  const session = await openEditor(null, subject);
  session.change({ title: 'First words' });
  expect(await session.save()).toBeNull();
  if (typedSince !== '') session.change({ title: typedSince });
  await session.close();
  isLossy = false;
}

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: createFakeLocks(), onLine: true });
  texts = new Map();
  keys = new Map();
  onSaved.mockReset();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((session) => session.close()));
  await draftStore.clear();
  vi.unstubAllGlobals();
});

const continued = { pk: 1, version: 2, values: { title: 'First words, and an hour of work' } };

describe('a new text that was continued elsewhere after its response was lost', () => {
  it('is shown when nothing else was typed here', async () => {
    await leaveDraft();
    continueElsewhere('First words, and an hour of work');
    const session = await openEditor(null);
    expect(session.read()).toMatchObject({ values: { title: 'First words' }, stored: null });
    expect(await session.save()).toEqual(continued);
    const { values, stored, dirty, conflict } = session.read();
    expect({ values, stored, dirty, conflict }).toEqual({
      values: continued.values,
      stored: continued,
      dirty: false,
      conflict: null,
    });
    expect(onSaved).toHaveBeenCalledWith(continued, true);
    expect(await draftStore.of('7')).toEqual([]);
    expect(await session.revert()).toBe(true);
    expect(texts.get(1)).toEqual(continued);
  });

  it.each(['new', 'meeting:9'])('is a conflict with the text typed here since (%s)', async (subject) => {
    await leaveDraft({ typedSince: 'First words, more', subject });
    continueElsewhere('First words, and an hour of work');
    const session = await openEditor(subject === 'new' ? null : continued, subject);
    expect(await session.save()).toBeNull();
    expect(session.read()).toMatchObject({
      values: { title: 'First words, more' },
      conflict: { kind: 'changed', theirs: continued },
    });
    expect(onSaved).toHaveBeenCalledWith(continued, true);
    expect(texts.get(1)).toEqual(continued);

    session.postpone();
    expect(await session.save()).toBeNull();
    expect(session.read().conflict).toEqual({ kind: 'changed', theirs: continued });
    await session.resolve({ title: 'Both' });
    expect([...texts.values()]).toEqual([{ pk: 1, version: 3, values: { title: 'Both' } }]);
  });

  it('is a conflict after a reload too', async () => {
    await leaveDraft({ typedSince: 'First words, more' });
    continueElsewhere('First words, and an hour of work');
    const before = await openEditor(null);
    await before.save();
    await before.close();
    const session = await openEditor(continued);
    expect(session.read()).toMatchObject({ values: { title: 'First words, more' }, behind: true });
    await session.save();
    expect(session.read().conflict).toEqual({ kind: 'changed', theirs: continued });
  });

  it('is shown when their version is chosen, and that can be undone', async () => {
    await leaveDraft({ typedSince: 'First words, more' });
    continueElsewhere('First words, and an hour of work');
    const session = await openEditor(null);
    await session.save();
    const undo = session.discard();
    expect(session.read()).toMatchObject({ values: continued.values, stored: continued, dirty: false });
    undo();
    await session.save();
    expect(session.read()).toMatchObject({
      values: { title: 'First words, more' },
      conflict: { kind: 'changed', theirs: continued },
    });
    expect(texts.get(1)).toEqual(continued);
  });
});

describe('discarding the draft of a new text that was continued elsewhere', () => {
  it('does not delete it', async () => {
    await leaveDraft();
    continueElsewhere('First words, and an hour of work');
    const session = await openEditor(null);
    session.discard();
    session.change({ title: 'Another' });
    await session.save();
    expect([...texts.values()]).toEqual([continued, { pk: 2, version: 1, values: { title: 'Another' } }]);
  });

  it('can be undone, without creating a second text', async () => {
    await leaveDraft();
    continueElsewhere('First words, and an hour of work');
    const session = await openEditor(null);
    session.discard()();
    expect(await session.save()).toEqual(continued);
    expect(texts.size).toBe(1);
  });

  it('does not delete it when the editor shows it already', async () => {
    await leaveDraft({ subject: 'meeting:9' });
    continueElsewhere('First words, and an hour of work');
    const session = await openEditor(continued, 'meeting:9');
    session.discard();
    expect(session.read().stored).toEqual(continued);
    session.change({ title: 'First words, and two hours of work' });
    await session.save();
    expect(texts.get(1)?.values).toEqual({ title: 'First words, and two hours of work' });
  });
});

describe('discarding everything that changed since the editor opened', () => {
  it('keeps a restored new text that was continued elsewhere', async () => {
    await leaveDraft({ typedSince: 'First words, more' });
    continueElsewhere('First words, and an hour of work');
    const session = await openEditor(null);
    expect(await session.revert()).toBe(true);
    expect(texts.get(1)).toEqual(continued);
    expect(await draftStore.of('7')).toEqual([]);
  });

  it('deletes a restored new text that was not', async () => {
    await leaveDraft();
    const session = await openEditor(null);
    expect(await session.revert()).toBe(true);
    expect(texts.size).toBe(0);
  });

  it('discards nothing while the server cannot be reached', async () => {
    await leaveDraft();
    isLossy = true;
    const session = await openEditor(null);
    expect(await session.revert()).toBe(false);
    expect(session.read()).toMatchObject({ values: { title: 'First words' }, dirty: true });
    isLossy = false;
    expect(await session.revert()).toBe(true);
    expect(texts.size).toBe(0);
  });

  it('keeps a text that was created here and continued elsewhere', async () => {
    const session = await openEditor(null);
    session.change({ title: 'First words' });
    await session.save();
    continueElsewhere('First words, and an hour of work');
    session.change({ title: 'First words, more' });
    expect(await session.revert()).toBe(true);
    expect(texts.get(1)).toEqual(continued);
  });
});
