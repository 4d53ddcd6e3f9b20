// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { type ClaimedDraft, claimLatest, draftStore } from '#src/lib/drafts/draft-store.ts';
import { createFakeLocks } from '#tests/helpers/doubles/fake-locks.ts';
import { EntryChanges, type EntryDraft, type Fields, type Versioned } from './entry-changes.ts';

type Sent = Fields & { id: string; version: number };

const subject = 'roadmap:1';
const entry: Versioned & Fields = { id: 'class-1', name: 'English 1', version: 1, grades: ['B+', 'B'] };
/** The entry after someone else saved it. */
const theirs = { ...entry, version: 2, grades: ['B', 'B'] };
const conflict = new AppError('CONFLICT', 'Someone else changed this.', { current: theirs });

const requests: { sent: Sent; answer: PromiseWithResolvers<Versioned> }[] = [];
let changes: EntryChanges;

function openEntry(loaded = entry) {
  return new EntryChanges(loaded, {
    kind: 'class',
    owner: '7',
    subject,
    save: (_kind, sent) => {
      const answer = Promise.withResolvers<Versioned>();
      requests.push({ sent, answer });
      return answer.promise;
    },
    onSaved: () => undefined,
    onFailed: () => undefined,
  });
}

/** Changes the grades and waits until they are sent. */
async function send(grades: string[]) {
  const before = requests.length;
  changes.change({ grades });
  await vi.runAllTimersAsync();
  expect(requests).toHaveLength(before + 1);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('navigator', { locks: createFakeLocks() });
  changes = openEntry();
});
afterEach(async () => {
  await changes.close();
  await draftStore.clear();
  requests.length = 0;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('after a conflict', () => {
  beforeEach(async () => {
    await send(['B+', 'A-']);
    // Changed again before the response.
    changes.change({ grades: ['B+', 'A'] });
    requests[0]?.answer.reject(conflict);
    await vi.waitUntil(() => changes.read().problem !== null);
  });

  it('nothing is saved until the person decides, also what was changed during the refused request', async () => {
    await vi.runAllTimersAsync();
    changes.change({ grades: ['B+', 'A+'] });
    await vi.runAllTimersAsync();
    expect(requests).toHaveLength(1);
    expect(changes.read()).toMatchObject({ shown: { grades: ['B+', 'A+'] }, problem: { isConflict: true } });
  });

  it('the person saves their change over the other one', async () => {
    void changes.saveAgain();
    expect(requests[1]?.sent).toEqual({ id: 'class-1', version: 2, grades: ['B+', 'A'] });
  });

  it('closing saves nothing, and the next editor asks again', async () => {
    await changes.close();
    expect(requests).toHaveLength(1);
    expect(await draftStore.about<EntryDraft>('7', subject)).toMatchObject([
      { version: 1, fields: { grades: ['B+', 'A'] } },
    ]);
  });

  it('a change after discarding is based on what the other person saved', async () => {
    changes.discard();
    await send(['B', 'A']);
    expect(requests[1]?.sent).toMatchObject({ version: 2, grades: ['B', 'A'] });
  });
});

describe('a save whose response was lost', () => {
  const lost = new AppError('NETWORK', 'Unreachable');

  it.each([
    ['grades', { grades: ['B+', 'A'] }],
    ['a text with a space at its end', { notes: 'Ask about aid ' }],
  ])('is no conflict for the next change after closing the tab: %s', async (_name, fields) => {
    changes.change(fields);
    await changes.close();
    requests.splice(0);
    const claimed = await claimLatest<EntryDraft>('7', subject);
    // The server has the change, with the text trimmed.
    changes = openEntry({ ...entry, notes: 'Ask about aid', grades: ['B+', 'A'], version: 2 });
    changes.restore(claimed as ClaimedDraft<EntryDraft>);
    expect(await draftStore.of('7')).toEqual([]);
    await send(['A', 'A']);
    expect(requests[0]?.sent).toMatchObject({ version: 2, grades: ['A', 'A'] });
  });

  it('is no conflict when it is sent again with a space at the end of the text', async () => {
    changes.change({ notes: 'Ask about aid ' });
    await vi.runAllTimersAsync();
    requests[0]?.answer.reject(lost);
    await vi.waitUntil(() => changes.read().problem !== null);
    changes.resume();
    const current = { ...entry, version: 2, notes: 'Ask about aid' };
    requests[1]?.answer.reject(new AppError('CONFLICT', 'Someone else changed this.', { current }));
    await vi.waitUntil(() => changes.read().problem === null);
    expect(changes.read().shown).toEqual({ notes: 'Ask about aid ' });
  });

  it('keeps its version while the server has only some of the fields', async () => {
    changes.change({ grades: ['B+', 'A'], notes: 'Ask about aid' });
    await changes.close();
    requests.splice(0);
    const claimed = await claimLatest<EntryDraft>('7', subject);
    changes = openEntry({ ...entry, grades: ['B+', 'A'], version: 2 });
    changes.restore(claimed as ClaimedDraft<EntryDraft>);
    await vi.runAllTimersAsync();
    expect(requests[0]?.sent).toEqual({ id: 'class-1', version: 1, notes: 'Ask about aid' });
  });
});

it('fields discarded during a request that fails are not saved later', async () => {
  await send(['B+', 'A']);
  requests[0]?.answer.reject(new AppError('NETWORK', 'Unreachable'));
  await vi.waitUntil(() => changes.read().problem !== null);
  void changes.saveAgain();
  changes.discard();
  requests[1]?.answer.reject(new AppError('NETWORK', 'Unreachable'));
  await vi.runAllTimersAsync();
  expect(changes.read()).toEqual({ shown: {}, problem: null });
  changes.change({ name: 'English 2' });
  await vi.runAllTimersAsync();
  expect(requests[2]?.sent).toEqual({ id: 'class-1', version: 1, name: 'English 2' });
});

it('fields changed during a request are saved after it, on the version that it returned', async () => {
  await send(['B+', 'A']);
  changes.change({ name: 'English 2' });
  requests[0]?.answer.resolve({ ...entry, version: 5 });
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  expect(requests[1]?.sent).toEqual({ id: 'class-1', version: 5, name: 'English 2' });
});
