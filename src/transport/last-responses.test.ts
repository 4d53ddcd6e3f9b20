import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';

/** The server's response or error; null while the server cannot be reached. */
let answer: unknown = null;
/** The student whose data the mentor views as a parent. */
let viewed: string | null = null;

/** Loads the code again, like a new page. All pages share one storage. */
async function openPage() {
  vi.resetModules();
  const [{ withLastResponses }, person, { AppError }] = await Promise.all([
    import('./last-responses.ts'),
    import('./page-person.ts'),
    import('#shared/kernel/errors.ts'),
  ]);
  const send = async () => {
    if (answer === null) throw new AppError('NETWORK', 'The server could not be reached.');
    if (answer === 'refused') throw new AppError('NOT_FOUND', 'Not found');
    return answer;
  };
  const { rest } = withLastResponses({ graphql: send, rest: send });
  return {
    ...person,
    read: () => rest({ endpoint: 'lists' }),
    readMe: () => rest({ endpoint: 'me' }),
  };
}

/** Stores the last response of a person on this device. */
async function store(person: string, response: string) {
  const page = await openPage();
  page.setPagePerson(person);
  answer = response;
  await page.read();
  answer = null;
  await vi.waitFor(async () => expect(await page.read()).toBe(response));
}

/** Stores who the person is, and the revision of their students. */
async function storeMe(page: Awaited<ReturnType<typeof openPage>>, me: object) {
  answer = me;
  await page.readMe();
  answer = null;
  await vi.waitFor(async () => expect(await page.readMe()).toEqual(me));
}

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('location', { protocol: 'https:' });
  vi.stubGlobal('sessionStorage', { getItem: () => viewed });
  viewed = null;
});

it('a page that starts offline belongs to the person of its stored responses', async () => {
  await store('parent', 'lists of the parent');
  const page = await openPage();
  expect(await page.read()).toBe('lists of the parent');
  expect(page.isPagePerson('student')).toBe(false);
  expect(page.isPagePerson('parent')).toBe(true);
});

it('an offline page shows no response that another tab stored for someone else', async () => {
  await store('student', 'lists of the student');
  const page = await openPage();
  page.setPagePerson('parent');
  await expect(page.read()).rejects.toMatchObject({ code: 'NETWORK' });
});

it('a response is deleted when the server refuses it later', async () => {
  await store('mentor', 'lists of the student');
  const page = await openPage();
  answer = 'refused';
  await expect(page.read()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  answer = null;
  await expect(page.read()).rejects.toMatchObject({ code: 'NETWORK' });
});

it('all responses are deleted when the person has lost or got a student', async () => {
  const page = await openPage();
  await storeMe(page, { id: 'mentor', students_revision: 1 });
  await store('mentor', 'lists of the student');
  await storeMe(page, { id: 'mentor', students_revision: 2 });
  await expect(page.read()).rejects.toMatchObject({ code: 'NETWORK' });
});

it('the view as a parent neither changes nor shows the stored responses', async () => {
  const page = await openPage();
  await storeMe(page, { id: 'mentor', students_revision: 3 });
  await store('mentor', 'lists of the mentor');
  viewed = 'student';
  answer = { id: 'parent', students_revision: 0 };
  await page.readMe();
  answer = null;
  await expect(page.read()).rejects.toMatchObject({ code: 'NETWORK' });
  viewed = null;
  expect(await page.read()).toBe('lists of the mentor');
});
