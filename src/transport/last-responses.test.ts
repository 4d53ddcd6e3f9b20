import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';

/** The server's response; null while the server cannot be reached. */
let answer: string | null = null;

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
    return answer;
  };
  return {
    ...person,
    read: () => withLastResponses({ graphql: send, rest: send }).rest({ endpoint: 'lists' }),
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

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: false });
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
