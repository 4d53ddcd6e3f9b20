import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { readDrafts } from '../../../pages/drafts.ts';
import { RoadmapPage } from '../../../pages/roadmap.ts';
import { graphql } from '../../api.ts';
import { sentInputs } from '../../roadmap.ts';
import { expect, expectAccessible, test } from '../../test.ts';

test.slow();

// covers: ACAD-028 COLL-027
test('quick changes of a class and of college notes are sent as one after 300 ms', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const { me } = await graphql<{ me: { pk: number } }>(page, '{ me { pk } }');
  const { roadmap: own } = await graphql<{ roadmap: { id: string } }>(
    page,
    'query ($pk: Int!) { roadmap(userPk: $pk) { id } }',
    me,
  );
  await graphql(
    page,
    `
      mutation ($id: ID!) {
        createClassGrade(
          input: {
            roadmapId: $id
            name: "Rested class"
            year: JR
            terms: 2
            autocompleted: false
            ucHonors: false
            targetGrades: [4, 4]
            actualGrades: [null, null]
          }
        ) {
          clientMutationId
        }
        createCollege(input: { roadmapId: $id, name: "Rested College" }) {
          clientMutationId
        }
      }
    `,
    own,
  );
  const roadmap = new RoadmapPage(page);
  await roadmap.open('');
  const classes = sentInputs(page, 'UpdateClassGrade');
  await roadmap.row('Rested class').getByRole('button').click();
  const first = page.getByLabel('Actual grade, term 1');
  await expect(first).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await first.selectOption({ label: 'B+' });
  await page.clock.runFor(299);
  await page.getByLabel('Actual grade, term 2').selectOption({ label: 'A' });
  await page.clock.runFor(299);
  expect(classes).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => classes).toEqual([expect.objectContaining({ actualGrades: [3.3, 4] })]);
  await page.clock.resume();

  await roadmap.open('colleges/');
  const colleges = sentInputs(page, 'UpdateCollege');
  const notes = (await roadmap.openCollege('Rested College')).getByLabel('Notes');
  await expect(notes).toBeVisible();
  await page.clock.pauseAt(Date.now() + 300_000);
  await notes.pressSequentially('Visit in ');
  await page.clock.runFor(299);
  await notes.pressSequentially('May');
  await page.clock.runFor(299);
  expect(colleges).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => colleges).toEqual([expect.objectContaining({ body: 'Visit in May' })]);
});

test.describe('Unsaved changes', () => {
  /** Blocks every save of this operation, like a dead network. */
  const cut = (page: Page, operation: string) =>
    page.route('**/graphql', async (route) =>
      route.request().postData()?.includes(` ${operation}(`) === true ? route.abort() : route.fallback(),
    );

  /** Closes a tab after its save has failed, because a pending one could still reach the server. */
  async function closeUnsaved(page: Page) {
    await expect(page.getByText('Not saved yet, kept on this device.')).toBeVisible();
    await page.close();
  }

  const STORED_NOTES = `query ($userPk: Int!) { roadmap(userPk: $userPk) {
    collegeSet(first: 100) { edges { node { body } } } } }`;
  const ownPk = async (page: Page) => (await graphql<{ me: { pk: number } }>(page, '{ me { pk } }')).me.pk;

  test('unsaved college notes survive closing the tab and are saved later', async ({ signedIn }) => {
    const page = await signedIn('student', { at: 'blank' });
    const roadmap = new RoadmapPage(page);
    await cut(page, 'UpdateCollege');
    await roadmap.open('colleges/');
    const typed = 'Ask about the marine biology field station.';
    await (await roadmap.openCollege('San Diego State University')).getByLabel('Notes').fill(typed);
    await expect.poll(() => page.evaluate(readDrafts)).toContain(typed);
    const context = page.context();
    await closeUnsaved(page);

    const again = await context.newPage();
    const restored = new RoadmapPage(again);
    await again.goto('/');
    expect(JSON.stringify(await graphql(again, STORED_NOTES, { userPk: await ownPk(again) }))).not.toContain(
      typed,
    );
    await restored.open('colleges/');
    await restored.openCollege('San Diego State University');
    await expect(restored.card('San Diego State University').getByLabel('Notes')).toHaveValue(typed);
    await expect.poll(() => again.evaluate(readDrafts)).toBe('[]');
    await again.reload();
    await restored.openCollege('San Diego State University');
    await expect(restored.card('San Diego State University').getByLabel('Notes')).toHaveValue(typed);
  });

  test('college notes survive closing the tab during a save', async ({ signedIn }) => {
    const page = await signedIn('student', { at: 'blank' });
    const roadmap = new RoadmapPage(page);
    await roadmap.open('colleges/');
    const typed = `Ask for the tide pools, ${randomUUID()}.`;
    const context = page.context();
    const saving = page.waitForRequest((request) => request.postData()?.includes(' UpdateCollege(') === true);
    await (await roadmap.openCollege('San Diego State University')).getByLabel('Notes').fill(typed);
    await saving;
    await page.close();

    // Either the first save arrived, or the draft on this device is saved now.
    const again = await context.newPage();
    const restored = new RoadmapPage(again);
    await restored.open('colleges/');
    await restored.openCollege('San Diego State University');
    await expect(restored.card('San Diego State University').getByLabel('Notes')).toHaveValue(typed);
    await expect.poll(() => again.evaluate(readDrafts)).toBe('[]');
    await again.reload();
    await restored.openCollege('San Diego State University');
    await expect(restored.card('San Diego State University').getByLabel('Notes')).toHaveValue(typed);
  });

  test('another open tab saves unsaved college notes when the first tab closes', async ({ signedIn }) => {
    const page = await signedIn('student', { at: 'blank' });
    const notes = (at: Page) => new RoadmapPage(at).card('San Diego State University').getByLabel('Notes');
    await cut(page, 'UpdateCollege');
    const first = new RoadmapPage(page);
    await first.open('colleges/');
    await first.openCollege('San Diego State University');
    const typed = 'Ask whether the aquarium takes volunteers.';
    await notes(page).fill(typed);
    await expect.poll(() => page.evaluate(readDrafts)).toContain(typed);

    const other = await page.context().newPage();
    const second = new RoadmapPage(other);
    await second.open('colleges/');
    await second.openCollege('San Diego State University');
    await expect(notes(other)).not.toHaveValue(typed);
    await closeUnsaved(page);
    await expect(notes(other)).toHaveValue(typed);
    await expect.poll(() => other.evaluate(readDrafts)).toBe('[]');
    await other.reload();
    await second.openCollege('San Diego State University');
    await expect(notes(other)).toHaveValue(typed);
  });

  test('an unsaved grade shows after closing the tab, without opening its class', async ({ signedIn }) => {
    const page = await signedIn('student', { at: 'blank' });
    const roadmap = new RoadmapPage(page);
    await cut(page, 'UpdateClassGrade');
    await roadmap.open('academics/');
    await roadmap.row('Spanish 2').getByRole('button').click();
    await page.getByLabel('Actual grade, term 2').selectOption({ label: 'B-' });
    await expect.poll(() => page.evaluate(readDrafts)).toContain('2.7');
    const context = page.context();
    await closeUnsaved(page);

    const again = await context.newPage();
    await new RoadmapPage(again).open('academics/');
    await expect(again.getByLabel('Actual grades of Spanish 2')).toContainText('B-');
    await expect.poll(() => again.evaluate(readDrafts)).toBe('[]');
  });

  test('signing out asks before unsaved changes are lost', async ({ signedIn }) => {
    const page = await signedIn('student', { at: 'blank' });
    const roadmap = new RoadmapPage(page);
    await cut(page, 'UpdateCollege');
    await roadmap.open('colleges/');
    await (await roadmap.openCollege('University of California-Davis')).getByLabel('Notes').fill('Unsaved');
    await expect.poll(() => page.evaluate(readDrafts)).toContain('Unsaved');
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(roadmap.dialog).toContainText('University of California-Davis');
    await roadmap.dialog.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/sign_in\//);
    expect(await page.evaluate(readDrafts)).toBe('[]');
  });

  test('the second of two edits at once gets a clear message and loses nothing', async ({ signedIn }) => {
    const student = await signedIn('student', { at: 'blank' });
    const mentor = await signedIn('mentor', { at: 'blank' });
    await mentor.goto('/students/');
    await mentor.getByRole('link', { name: /Roadmap of Maya Okafor/ }).click();
    await new RoadmapPage(student).open('academics/');
    const [first, second] = [new RoadmapPage(mentor), new RoadmapPage(student)];
    for (const { page, row } of [first, second].map((roadmap) => ({
      page: roadmap.page,
      row: roadmap.row('English 1'),
    }))) {
      await row.getByRole('button').click();
      await expect(page.getByLabel('Actual grade, term 1')).toBeVisible();
    }
    await mentor.getByLabel('Actual grade, term 1').selectOption({ label: 'B' });
    await expect(first.says('Updated English 1')).toBeVisible();

    const grade = student.getByLabel('Actual grade, term 2');
    await grade.selectOption({ label: 'A-' });
    await grade.selectOption({ label: 'A' });
    await expect(
      student.getByText('Failed to update class: Someone else changed this.', { exact: true }),
    ).toBeVisible();
    await expect(student.getByText('Your change is kept on this device.')).toBeVisible();
    await expect(grade).toHaveValue('4');
    await expectAccessible(student);
    await student.getByRole('main').getByRole('button', { name: 'Save mine' }).click();
    await expect(second.says('Updated English 1')).toBeVisible();
    await expect(student.getByText('Your change is kept on this device.')).toHaveCount(0);
    await student.reload();
    await expect(student.getByLabel('Actual grades of English 1')).toContainText('A');
  });
});
