/**
 * The masked areas of screenshots, on every screen that can be captured: text with the name or address of a demo
 * person, or written by them or their mentors, and every filled field must be in an area that our page reports. The
 * popup and the side panel are not part of the captured tab.
 */
import type { Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '#server/db/demo/accounts.ts';
import { DEMO_INVITATIONS } from '#server/db/demo/invitations.ts';
import { DEMO_NOTES, DEMO_TOPICS } from '#server/db/demo/notes.ts';
import { DEMO_PEOPLE } from '#server/db/demo/people.ts';
import { DEMO_ACTIVITIES, DEMO_CLASSES, DEMO_COLLEGES } from '#server/db/demo/roadmaps.ts';
import { DEMO_LISTS } from '#server/db/demo/tasks.ts';
import { paths } from '#shared/kernel/paths.ts';
import { bodyOf, bookingWithoutNote, graphql, makeNote, restJson } from '../api.ts';
import { expect, test } from './extension-test.ts';

test.setTimeout(240_000);

const PERSONAL = [
  ...[...DEMO_ACCOUNTS, ...DEMO_PEOPLE].flatMap(({ firstName, lastName }) => [firstName, lastName]),
  ...DEMO_ACCOUNTS.map(({ email }) => email),
  ...DEMO_INVITATIONS.flatMap(({ name }) => name?.split(' ') ?? []),
  ...DEMO_NOTES.flat(),
  ...DEMO_TOPICS.flatMap(({ name, takeaways, next }) => [name, ...takeaways, ...next]),
  ...DEMO_LISTS.flatMap(({ name, tasks }) => [
    name,
    ...tasks.flatMap((task) => [task.name, task.description, ...(task.steps ?? [])]),
  ]),
  ...Object.values(DEMO_CLASSES).flatMap((classes) => classes.map(([name]) => name)),
  ...DEMO_ACTIVITIES.flatMap(([, name, body]) => [name, body]),
  ...DEMO_COLLEGES.map(([, , , notes]) => notes).filter((notes) => notes !== ''),
];

/** Matches any of these texts as whole words. */
const PATTERN = `(?<!\\w)(${[...new Set(PERSONAL)]
  .map((words) => words.replaceAll(/[.?+*()[\]|]/g, '\\$&'))
  .join('|')})(?!\\w)`;

/** Tall enough to show the whole page. */
const TALL = { width: 1280, height: 2400 };

interface Look {
  /** The number of places with personal data. */
  seen: number;
  /** The places outside of the reported areas. */
  uncovered: string[];
  /** Whether the whole page is masked, like a page that does not respond: such a screenshot is useless. */
  isBlack: boolean;
}

function look(page: Page): Promise<Look> {
  return page.evaluate(async (source) => {
    type Area = { x: number; y: number; width: number; height: number };
    const tabId = (await chrome.tabs.getCurrent())?.id;
    const channel = new BroadcastChannel('gopath-private-fields');
    const areas = await new Promise<Area[]>((resolve, reject) => {
      setTimeout(() => reject(new Error('The page does not say what to cover.')), 2000);
      channel.addEventListener('message', ({ data }) => {
        const answer = data as { tabId?: number; areas?: Area[] };
        if (answer.tabId === tabId && answer.areas !== undefined) resolve(answer.areas);
      });
      channel.postMessage('gopath-private-fields?');
    });
    channel.close();

    /** Returns the part of an element that no scrolling or clipping parent hides. */
    const shownPart = (element: Element, { left, top, right, bottom }: DOMRect) => {
      const shown = { left, top, right: Math.min(right, innerWidth), bottom: Math.min(bottom, innerHeight) };
      for (let parent: Element | null = element; parent !== null; parent = parent.parentElement) {
        if (getComputedStyle(parent).overflow === 'visible') continue;
        const box = parent.getBoundingClientRect();
        shown.left = Math.max(shown.left, box.left);
        shown.top = Math.max(shown.top, box.top);
        shown.right = Math.min(shown.right, box.right);
        shown.bottom = Math.min(shown.bottom, box.bottom);
      }
      return shown.right - shown.left > 1 && shown.bottom - shown.top > 1 ? shown : null;
    };
    const pattern = new RegExp(source);
    const uncovered: string[] = [];
    let seen = 0;
    const check = (element: Element, rect: DOMRect, words: string) => {
      const shown = shownPart(element, rect);
      if (shown === null) return;
      seen += 1;
      const isCovered = areas.some(
        ({ x, y, width, height }) =>
          x <= shown.left * devicePixelRatio &&
          y <= shown.top * devicePixelRatio &&
          x + width >= shown.right * devicePixelRatio &&
          y + height >= shown.bottom * devicePixelRatio,
      );
      if (!isCovered) uncovered.push(`<${element.localName}> ${words}`);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement as Element;
      const isText = !element.matches('script, style, noscript');
      if (!isText || !pattern.test(node.textContent ?? '') || !element.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) check(element, rect, node.textContent ?? '');
    }
    // Field values are not part of the page's text, so they are checked separately.
    const fields = document.querySelectorAll<HTMLInputElement>(
      'input:not([type="checkbox"], [type="radio"]), textarea, select',
    );
    for (const field of fields) {
      if (field.value !== '' && field.checkVisibility())
        check(field, field.getBoundingClientRect(), field.value);
    }
    const isBlack = areas.some(({ width, height }) => width >= innerWidth && height >= innerHeight);
    return { seen, uncovered: [...new Set(uncovered)], isBlack };
  }, PATTERN);
}

/** Checks the current screen: it has personal data, all of it is masked, and the page as a whole is not. */
async function expectCovered(page: Page, where: string) {
  await expect(async () => {
    await expect(page.locator('[aria-busy="true"], .pulse-quiet')).toHaveCount(0, { timeout: 1000 });
    const { seen, uncovered, isBlack } = await look(page);
    expect(seen, `something personal on ${where}`).toBeGreaterThan(0);
    expect(uncovered, `uncovered on ${where}`).toEqual([]);
    expect(isBlack, `${where} is black all over`).toBe(false);
  }).toPass({ timeout: 30_000 });
}

/** Opens and checks each screen. */
async function walk(app: Page, screens: readonly string[]) {
  for (const screen of screens) {
    await app.evaluate((hash) => (location.hash = hash), screen);
    await app.getByRole('main').waitFor();
    await expectCovered(app, screen);
  }
}

const MAKE_TASK = `
  mutation ($list: ID!, $name: String!, $body: String!) {
    createTask(input: { containingListId: $list, name: $name, body: $body, htmlBody: "" }) { task { pk } }
  }
`;

test('a screenshot masks personal data on every screen of a mentor', async ({
  extension,
  signedIn,
  signInAs,
}) => {
  const mentor = await signedIn('mentor');
  const { myStudents } = await graphql<{ myStudents: { id: string; pk: number; fullName: string }[] }>(
    mentor,
    '{ myStudents { id pk fullName } }',
  );
  const maya = myStudents.find(({ fullName }) => fullName === 'Maya Okafor') as (typeof myStudents)[0];
  const note = await makeNote(mentor, 'Maya at home', { text: 'Ngozi called.', studentId: maya.id });
  const list = await restJson<{ id: string; slug: string }>(mentor, 'POST', '/api/lists/', {
    name: 'What Maya needs',
    user_id: maya.pk,
  });
  const { createTask } = await graphql<{ createTask: { task: { pk: number } } }>(mentor, MAKE_TASK, {
    list: list.id,
    name: 'Ask Ngozi',
    body: bodyOf('About Maya.'),
  });
  await signInAs('mentor');
  const app = await extension.open('app');
  await app.setViewportSize(TALL);
  await walk(app, [
    paths.home,
    paths.notes,
    paths.note(note.pk),
    paths.editNote(note.pk),
    paths.newNote,
    paths.students,
    paths.tasks,
    paths.userTaskList(maya.pk, list.slug),
    paths.taskFor(0, { pk: createTask.task.pk, ownerPk: maya.pk, slug: list.slug }),
    paths.user(maya.pk),
    paths.user(maya.pk),
    paths.studentProfileRating(maya.pk),
    ...['academics/', 'standardized_tests/', 'activities/', 'colleges/', 'preferences/'].map(
      (tab) => `${paths.roadmap(maya.pk)}${tab}`,
    ),
  ]);

  await walk(app, [paths.note(note.pk)]);
  await app.getByRole('button', { name: 'Make tasks' }).click();
  await app
    .getByRole('dialog')
    .getByText(/Choose what becomes a task for Maya Okafor/)
    .waitFor();
  await expectCovered(app, 'the dialog of a task from a note');
  await app.keyboard.press('Escape');
  await app.getByRole('button', { name: /^Your account/ }).click();
  await app.getByText('mentor@gopath.example').waitFor();
  await expectCovered(app, 'the menu of the account');
  await app.keyboard.press('Escape');

  await walk(app, [paths.userTaskList(maya.pk, list.slug)]);
  await app.getByRole('button', { name: 'Add templated list' }).click();
  await app
    .getByRole('dialog')
    .getByText(/due dates for Maya Okafor/)
    .waitFor();
  await expectCovered(app, 'the dialog of a templated list');
  await app.keyboard.press('Escape');
  await app.getByRole('checkbox', { name: 'Complete Ask Ngozi' }).click();
  await app.getByText('Completed Ask Ngozi').first().waitFor();
  await expectCovered(app, 'a message');

  const booking = await bookingWithoutNote(mentor);
  const meetingNote = await makeNote(mentor, 'Meeting', { simplybookId: booking.simplybookId });
  await walk(app, [paths.note(meetingNote.pk), paths.editMeetingNote(meetingNote.pk, booking.simplybookId)]);
  await app.getByRole('button', { name: 'Send Meeting Note' }).click();
  await app.getByRole('dialog').getByRole('list', { name: 'Recipients' }).waitFor();
  await expectCovered(app, 'the dialog that asks before a meeting note is sent');
});

test('a screenshot masks personal data on the options page', async ({ extension, signInAs }) => {
  await signInAs('mentor');
  const options = await extension.open('options');
  await options.setViewportSize(TALL);
  await options.getByText('mentor@gopath.example').waitFor();
  await expectCovered(options, 'a screenshot masks personal data on the options page');
  await options.getByRole('button', { name: 'Sign out' }).click();
  await options.getByRole('region', { name: 'Sign out' }).waitFor();
  await expectCovered(options, 'the question before signing out');
  await options.getByRole('button', { name: 'Cancel' }).click();
  await options.getByRole('button', { name: 'Clear local data' }).click();
  await options.getByRole('dialog').waitFor();
  await expectCovered(options, 'the question before local data is cleared');
});

test('a screenshot masks personal data on the screens of a student', async ({
  extension,
  signedIn,
  signInAs,
}) => {
  const student = await signedIn('student');
  const { pk } = await restJson<{ pk: number }>(student, 'GET', '/api/me/');
  const list = await restJson<{ id: string; slug: string }>(student, 'POST', '/api/lists/', {
    name: 'For Elena',
  });
  await graphql(student, MAKE_TASK, { list: list.id, name: 'Write to Elena', body: bodyOf('Dear Elena') });
  await signInAs('student');
  const app = await extension.open('app');
  await app.setViewportSize(TALL);
  await walk(app, [
    paths.home,
    paths.notes,
    paths.tasks,
    paths.taskList(list.slug),
    paths.user(pk),
    paths.studentProfileRating(pk),
    paths.invitations,
  ]);
  await app.getByRole('button', { name: /^Alerts/ }).click();
  await app.getByRole('link', { name: 'All alerts' }).waitFor();
  await expectCovered(app, 'the alerts of the bell');
});

test('a screenshot masks personal data on the screens of a parent', async ({
  extension,
  signedIn,
  signInAs,
}) => {
  const parent = await signedIn('parent');
  const { myStudents } = await graphql<{ myStudents: { pk: number }[] }>(parent, '{ myStudents { pk } }');
  const child = myStudents[0]?.pk ?? 0;
  await signInAs('parent');
  const app = await extension.open('app');
  await app.setViewportSize(TALL);
  await walk(app, [paths.home, paths.tasks, `${paths.roadmap(child)}colleges/`]);
});

test('a screenshot masks personal data on the screens of staff', async ({
  extension,
  signedIn,
  signInAs,
}) => {
  const student = await signedIn('student', { at: 'blank' });
  const staff = await signedIn('staff');
  await graphql(
    student,
    'mutation ($input: CreateBugReportInput!) { createBugReport(input: $input) { id } }',
    { input: { body: 'Elena cannot see it', commitHash: 'test' } },
  );
  const { allBugReports } = await graphql<{ allBugReports: { edges: { node: { pk: number } }[] } }>(
    staff,
    '{ allBugReports(first: 1) { edges { node { pk } } } }',
  );
  await signInAs('staff');
  const app = await extension.open('app');
  await app.setViewportSize(TALL);
  await walk(app, [paths.invitations]);
  await app.getByRole('row').filter({ hasText: 'Amelie' }).getByRole('button', { name: 'Revoke' }).click();
  await app.getByRole('dialog').waitFor();
  await expectCovered(app, 'the question before an invitation is revoked');
  await app.keyboard.press('Escape');
  await walk(app, [paths.bugReports, paths.bugReport(allBugReports.edges[0]?.node.pk ?? 0), paths.alerts]);
});
