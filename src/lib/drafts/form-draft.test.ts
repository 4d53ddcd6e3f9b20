// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { createFakeLocks } from '#tests/helpers/doubles/fake-locks.ts';
import { type Draft, draftStore } from './draft-store.ts';
import { FormDraft } from './form-draft.ts';

interface Values {
  body: string;
}
interface Stored extends Draft {
  values: Values;
  version: number | null;
}

const lost = new AppError('NETWORK', 'Unreachable');
const storedDrafts = async () =>
  (await draftStore.about<Stored>('7', 'review')).map(({ values, version }) => ({ values, version }));

const opened: FormDraft<Values>[] = [];
async function openForm(version: number | null = 1) {
  const draft = new FormDraft<Values>({
    owner: '7',
    subject: 'review',
    titleOf: ({ body }) => body,
    initial: { body: '' },
    version,
  });
  opened.push(draft);
  await draft.open();
  return draft;
}

beforeEach(() => vi.stubGlobal('navigator', { locks: createFakeLocks() }));
afterEach(async () => {
  await Promise.all(opened.splice(0).map((draft) => draft.close()));
  await draftStore.clear();
  vi.unstubAllGlobals();
});

describe('a create whose response was lost', () => {
  type Send = (values: Values, key: string) => Promise<null>;

  async function createWithoutResponse(draft: FormDraft<Values>) {
    const send = vi.fn<Send>(() => Promise.reject(lost));
    await draft.createOnce(send).catch(() => undefined);
    return send.mock.calls[0];
  }
  async function create(draft: FormDraft<Values>) {
    const send = vi.fn<Send>(async () => null);
    expect(await draft.createOnce(send)).toMatchObject({ isNewest: true });
    return send.mock.calls[0];
  }

  it('is repeated with the same key, even after the form was closed', async () => {
    const before = await openForm();
    before.change({ body: 'first' });
    const sent = await createWithoutResponse(before);
    await before.close();
    expect(await create(await openForm())).toEqual(sent);
  });

  it('is not repeated if the values changed: they are sent with another key', async () => {
    const draft = await openForm();
    const values = { body: 'first' };
    draft.change(values);
    const sent = await createWithoutResponse(draft);
    // Forms can change their values in place.
    values.body = 'corrected';
    draft.change(values);
    const corrected = await create(draft);
    expect(corrected?.[0]).toEqual({ body: 'corrected' });
    expect(corrected?.[1]).not.toBe(sent?.[1]);
  });

  it('is not repeated after the form was closed and other values were typed', async () => {
    const before = await openForm();
    before.change({ body: 'first' });
    await createWithoutResponse(before);
    await before.close();
    const draft = await openForm();
    draft.change({ body: 'other' });
    expect((await create(draft))?.[0]).toEqual({ body: 'other' });
  });
});

describe('after a retry sent the older values', () => {
  async function retryWithNewerValues(draft: FormDraft<Values>) {
    draft.change({ body: 'first' });
    await draft.createOnce(() => Promise.reject(lost)).catch(() => undefined);
    draft.change({ body: 'corrected' });
    const send = vi.fn<(values: Values, key: string) => Promise<null>>(async () => null);
    const { isNewest } = await draft.createOnce(send, { repeatsOlder: true });
    expect(send.mock.calls[0]?.[0]).toEqual({ body: 'first' });
    expect(isNewest).toBe(false);
    return send.mock.calls[0]?.[1];
  }

  it('the newer values stay a draft, based on the saved version', async () => {
    const draft = await openForm();
    await retryWithNewerValues(draft);
    await draft.keepNewer(2);
    expect(await storedDrafts()).toEqual([{ values: { body: 'corrected' }, version: 2 }]);
    expect(draft.read()).toMatchObject({ values: { body: 'corrected' }, version: 2 });
  });

  it('leaves no draft if the newer values were discarded', async () => {
    const draft = await openForm();
    await retryWithNewerValues(draft);
    draft.discard();
    await draft.keepNewer(2);
    await draft.accept({ body: 'corrected' }, 3);
    expect(await storedDrafts()).toEqual([]);
  });

  it('the next create sends the newer values with another key', async () => {
    const draft = await openForm(null);
    const key = await retryWithNewerValues(draft);
    await draft.keepNewer(null);
    const send = vi.fn<(values: Values, key: string) => Promise<null>>(async () => null);
    expect(await draft.createOnce(send)).toMatchObject({ isNewest: true });
    expect(send.mock.calls[0]?.[0]).toEqual({ body: 'corrected' });
    expect(send.mock.calls[0]?.[1]).not.toBe(key);
  });

  it('discarding the newer values shows the saved ones', async () => {
    const draft = await openForm();
    await retryWithNewerValues(draft);
    await draft.keepNewer(2);
    draft.discard();
    expect(draft.read()).toMatchObject({ values: { body: 'first' }, version: 2 });
  });
});

describe('after the server saved what was sent', () => {
  it('deletes the draft, and discarding shows the saved values', async () => {
    const draft = await openForm();
    draft.change({ body: 'sent' });
    await draft.accept({ body: 'sent' }, 2);
    expect(await storedDrafts()).toEqual([]);
    draft.change({ body: 'newer' });
    draft.discard();
    expect(draft.read()).toMatchObject({ values: { body: 'sent' }, version: 2, restoredFrom: null });
  });

  it('keeps the values that were typed since, based on the saved version', async () => {
    const draft = await openForm();
    draft.change({ body: 'newer' });
    await draft.accept({ body: 'sent' }, 2);
    expect(await storedDrafts()).toEqual([{ values: { body: 'newer' }, version: 2 }]);
  });

  it('keeps the first values if they were typed again', async () => {
    const draft = await openForm();
    draft.change({ body: 'sent' });
    draft.change({ body: '' });
    await draft.accept({ body: 'sent' }, 2);
    expect(await storedDrafts()).toEqual([{ values: { body: '' }, version: 2 }]);
  });

  it('shows the saved values, without a draft, if the typed ones were discarded', async () => {
    const draft = await openForm();
    draft.change({ body: 'sent' });
    draft.discard();
    await draft.accept({ body: 'sent' }, 2);
    expect(draft.read()).toMatchObject({ values: { body: 'sent' }, version: 2, restoredFrom: null });
    await draft.close();
    expect(await storedDrafts()).toEqual([]);
  });
});

it('repeats the older values of a create even if the form changes them in place', async () => {
  const draft = await openForm();
  const values = { body: 'first' };
  draft.change(values);
  await draft.createOnce(() => Promise.reject(lost)).catch(() => undefined);
  values.body = 'corrected';
  draft.change(values);
  const send = vi.fn<(values: Values, key: string) => Promise<null>>(async () => null);
  expect(await draft.createOnce(send, { repeatsOlder: true })).toMatchObject({ isNewest: false });
  expect(send.mock.calls[0]?.[0]).toEqual({ body: 'first' });
});

describe('undoing a discarded draft', () => {
  async function restoreAndDiscard(typed: Values) {
    const before = await openForm();
    before.change(typed);
    let sentKey = '';
    await before
      .createOnce((_values, key) => {
        sentKey = key;
        return Promise.reject(lost);
      })
      .catch(() => undefined);
    await before.close();
    const draft = await openForm();
    const { restoredFrom } = draft.read();
    expect(restoredFrom).not.toBeNull();
    const undo = draft.discard();
    expect(draft.read()).toMatchObject({ values: { body: '' }, restoredFrom: null });
    undo();
    return { draft, restoredFrom, sentKey };
  }

  it('shows the form as it was restored', async () => {
    const { draft, restoredFrom } = await restoreAndDiscard({ body: 'typed' });
    expect(draft.read()).toMatchObject({ values: { body: 'typed' }, version: 1, restoredFrom });
    await vi.waitFor(async () =>
      expect(await storedDrafts()).toEqual([{ values: { body: 'typed' }, version: 1 }]),
    );
  });

  it('still repeats the create without a response', async () => {
    const { draft, sentKey } = await restoreAndDiscard({ body: 'sent' });
    expect(await draft.createOnce(async (_values, key) => key)).toEqual({ made: sentKey, isNewest: true });
  });
});
