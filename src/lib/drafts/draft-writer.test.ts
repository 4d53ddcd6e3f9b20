// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFakeLocks } from '#tests/helpers/doubles/fake-locks.ts';
import { deleteDraftsAbout } from './delete-drafts.ts';
import { type Draft, draftStore } from './draft-store.ts';
import { DraftWriter } from './draft-writer.ts';
import { deleteAllDrafts } from './open-writers.ts';

interface EssayDraft extends Draft {
  text: string;
}

const subject = 'essay:1';
const content = (text: string) => ({ subject, title: 'Essay', text });
const storedTexts = async (owner = '7') =>
  (await draftStore.about<EssayDraft>(owner, subject)).map(({ text }) => text);

const opened: DraftWriter<EssayDraft>[] = [];
function createWriter(owner = '7', onError?: () => void) {
  const writer = new DraftWriter<EssayDraft>(owner, onError);
  opened.push(writer);
  return writer;
}

beforeEach(() => vi.stubGlobal('navigator', { locks: createFakeLocks() }));
afterEach(async () => {
  await Promise.all(opened.splice(0).map((writer) => writer.close()));
  await draftStore.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('stores every change at once, under one draft, in the order of the calls', async () => {
  const writer = createWriter();
  expect(await writer.open(subject)).toBeNull();
  void writer.write(content('a'));
  void writer.write(content('ab'));
  await writer.write(content('abc'));
  expect(await storedTexts()).toEqual(['abc']);
});

it('restores the draft of a closed editor', async () => {
  const first = createWriter();
  await first.write(content('left behind'));
  await first.close();
  const draft = await createWriter().open(subject);
  expect(draft).toMatchObject({ text: 'left behind', owner: '7' });
});

it('waits for an editor of this page that is still closing', async () => {
  const first = createWriter();
  void first.write(content('the last words'));
  void first.close();
  expect(await createWriter().open(subject)).toMatchObject({ text: 'the last words' });
});

it('never gives one draft to two editors', async () => {
  const first = createWriter();
  await first.write(content('first'));
  const second = createWriter();
  expect(await second.open(subject)).toBeNull();
  await second.write(content('second'));
  expect((await storedTexts()).toSorted()).toEqual(['first', 'second']);
});

it('deletes the draft when the server has the text; a later change starts a new one', async () => {
  const writer = createWriter();
  await writer.write(content('saved'));
  const [before] = await draftStore.of('7');
  await writer.drop();
  expect(await storedTexts()).toEqual([]);
  await writer.write(content('typed since'));
  const [after] = await draftStore.of('7');
  expect(after).toMatchObject({ text: 'typed since' });
  expect(after?.id).not.toBe(before?.id);
});

it('forces the text to the disk after a pause and when the page hides', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const put = vi.spyOn(draftStore, 'put');
  const writer = createWriter();
  void writer.write(content('typed'));
  expect(put.mock.calls.map(([, durability]) => durability)).toEqual(['relaxed']);
  vi.advanceTimersByTime(1_000);
  globalThis.dispatchEvent(new Event('pagehide'));
  expect(put.mock.calls.map(([, durability]) => durability)).toEqual(['relaxed', 'strict', 'strict']);
  vi.useRealTimers();
});

it('stores an undo made after the editor closed, for the next editor', async () => {
  const writer = createWriter();
  await writer.write(content('discarded'));
  await writer.drop();
  await writer.close();
  await writer.write(content('brought back'));
  expect(await createWriter().open(subject)).toMatchObject({ text: 'brought back' });
});

it('deletes its draft even when the response of the save arrives after it closed', async () => {
  const writer = createWriter();
  await writer.write(content('in flight'));
  await writer.close();
  await writer.drop();
  expect(await storedTexts()).toEqual([]);
});

it('keeps its newer text when it adopts an older draft', async () => {
  const older = createWriter();
  await older.write(content('older'));
  await older.close();
  const [draft] = await draftStore.about<EssayDraft>('7', subject);
  const writer = createWriter();
  await writer.write(content('newer'));
  writer.adopt({ draft: draft as EssayDraft, release: () => {} });
  await writer.flush();
  expect(await storedTexts()).toEqual(['newer']);
});

it('writes nothing after its owner signed out, and continues for everyone else', async () => {
  const writer = createWriter('7');
  const other = createWriter('8');
  await writer.write(content('mine'));
  await other.write(content('of someone else'));
  await deleteAllDrafts('7');
  await writer.write(content('typed after the sign-out'));
  await writer.close();
  await other.write(content('still stored'));
  expect(writer.isStopped).toBe(true);
  expect(await storedTexts('7')).toEqual([]);
  expect(await storedTexts('8')).toEqual(['still stored']);
});

it('reports that this device cannot store drafts', async () => {
  const onError = vi.fn<() => void>();
  vi.spyOn(draftStore, 'put').mockRejectedValue(new Error('quota'));
  const writer = createWriter('7', onError);
  await writer.write(content('unkept'));
  expect(onError).toHaveBeenCalledOnce();
});

it('deletes the draft about a deleted object when its editor closes, and restores it with the object', async () => {
  const writer = createWriter();
  await writer.write(content('typed before the essay was deleted'));
  const restore = deleteDraftsAbout('7', [subject]);
  await writer.write(content('typed while the essay was being deleted'));
  await writer.close();
  await vi.waitFor(async () => expect(await storedTexts()).toEqual([]));
  await restore();
  expect(await storedTexts()).toEqual(['typed while the essay was being deleted']);
});

it('keeps the draft of an open editor whose object was deleted and restored', async () => {
  const writer = createWriter();
  await writer.write(content('still open'));
  await deleteDraftsAbout('7', [subject])();
  await writer.close();
  expect(await storedTexts()).toEqual(['still open']);
  expect(await createWriter().open(subject)).toMatchObject({ text: 'still open' });
});
