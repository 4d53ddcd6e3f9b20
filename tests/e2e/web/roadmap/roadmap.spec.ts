import { RoadmapPage } from '../../../pages/roadmap.ts';
import { graphql, refuseOperation } from '../../api.ts';
import { expect, expectAccessible, test } from '../../test.ts';

test.slow();

// covers: ROAD-002 ROAD-003 ROAD-004 ROAD-006 ROAD-007 ROAD-008 ROAD-009 ROAD-010 ROAD-011 ROAD-012
test('a student opens every tab of their roadmap', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const roadmap = new RoadmapPage(page);
  await page.goto('/roadmap');
  await expect(page).toHaveURL(/\/roadmap\/$/);
  await expect(page.getByRole('table', { name: 'Classes' })).toBeVisible();
  await expect(roadmap.tab('Academics')).toHaveAttribute('aria-current', 'page');
  const tables = (...names: string[]) => names.map((name) => page.getByRole('table', { name, exact: true }));
  const regions = (...names: string[]) =>
    names.map((name) => page.getByRole('region', { name, exact: true }));
  for (const [name, path, id, contents] of [
    ['Exams', 'standardized_tests/', 'roadmap-tab-exams', tables('SAT score', 'ACT score', 'Other scores')],
    ['Activities', 'activities/', 'roadmap-tab-activities', regions('Sports', 'Honors & awards')],
    [
      'Colleges',
      'colleges/',
      'roadmap-tab-colleges',
      regions('Reach schools', 'Target schools', 'Safety schools'),
    ],
    [
      'Preferences',
      'preferences/',
      'roadmap-tab-preferences',
      [page.getByRole('form', { name: 'Roadmap', exact: true })],
    ],
    ['Academics', 'academics/', 'roadmap-tab-academics', tables('Classes')],
  ] as const) {
    await roadmap.tab(name).click();
    await expect(page).toHaveURL(new RegExp(`/roadmap/${path}$`));
    for (const content of contents) await expect(content).toBeVisible();
    await expect(roadmap.tab(name)).toHaveAttribute('id', id);
    await expectAccessible(page);
    // Its address opens it, too.
    await page.reload();
    await expect(contents[0]).toBeVisible();
    await expect(page.locator('[aria-current=page]').and(page.locator(`#${id}`))).toBeVisible();
  }
});

// covers: STUD-002 STUD-004 STUD-011 STUD-014 ROAD-003 ROAD-029 COLL-021 COLL-022 ACAD-029 EXAM-022 ACTV-012 COLL-023
test('a parent reads the child’s roadmap without edit controls', async ({ signedIn }) => {
  const page = await signedIn('parent', { at: 'blank' });
  await page.goto('/students/');
  const child = page.getByRole('row', { name: /Maya Okafor/ });
  await expect(child).toContainText('Junior');
  await expect(child).toContainText('250');
  await expect(page.getByRole('main').getByRole('button', { name: /^Create|^Pin/ })).toHaveCount(0);
  await page.getByRole('link', { name: /Roadmap of Maya Okafor/ }).click();
  const roadmap = new RoadmapPage(page);
  await expect(page.getByRole('table', { name: 'Classes' })).toBeVisible();
  await expect(roadmap.tab('Preferences')).toHaveCount(0);
  const main = page.getByRole('main');
  // These are the only buttons, and none of them changes anything.
  const all = main
    .getByRole('button')
    .or(main.getByRole('textbox'))
    .or(main.getByRole('combobox'))
    .or(main.getByRole('checkbox'));
  await expect(all).toHaveText(['Who can see this', 'Class', 'Year', 'A-G', 'Target', 'Actual']);
  // The address of a missing tab does not open it either.
  const base = new URL(page.url()).pathname;
  await page.goto(`${base}preferences/`);
  await expect(page).toHaveURL(new RegExp(`${base}$`));
  const controls = main.getByRole('button', { name: /Add|Edit|Delete|Actions|Move/ });
  await roadmap.tab('Exams').click();
  await expect(main.getByRole('table', { name: 'SAT score' }).getByRole('row')).not.toHaveCount(1);
  await expect(roadmap.row('AP Biology')).toBeVisible();
  await expect(controls).toHaveCount(0);
  await roadmap.tab('Activities').click();
  await expect(roadmap.card('Robotics team')).toBeVisible();
  await expect(all).toHaveText(['Who can see this']);
  await roadmap.tab('Colleges').click();
  const card = await roadmap.openCollege('Stanford University');
  await expect(card).toContainText(/Category\s*Reach/);
  await expect(card).toContainText(/Application\s*Undecided/);
  await expect(card).toContainText(/Status\s*Visited/);
  await expect(card).toContainText('Dream school. Ask about the human biology program.');
  for (const control of [main.getByRole('textbox'), main.getByRole('combobox'), controls])
    await expect(control).toHaveCount(0);
  await expect(card).toContainText('The line is Maya’s best score.');
  await expect(main.getByRole('checkbox')).toHaveCount(await main.getByLabel('Compare').count());
});

test('a failed load shows an error, and Try again loads the page', async ({ signedIn }) => {
  const page = await signedIn('mentor', { at: 'blank' });
  const { allStudents } = await graphql<{
    allStudents: { edges: { node: { pk: number; roadmap: object | null } }[] };
  }>(page, '{ allStudents(first: 50) { edges { node { pk roadmap { year } } } } }');
  const without = allStudents.edges.find(({ node }) => node.roadmap === null)?.node.pk;
  const withOne = allStudents.edges.find(({ node }) => node.roadmap !== null)?.node.pk;
  for (const [path, operation, content] of [
    ['/students/', 'AllStudents', page.getByRole('table', { name: 'Students' })],
    [`/users/${withOne}/roadmap/`, 'Roadmap', page.getByRole('table', { name: 'Classes' })],
    [`/users/${without}/roadmap/`, 'Student', page.getByRole('button', { name: 'Yes' })],
  ] as const) {
    await refuseOperation(page, operation, 'Not now');
    await page.goto(path);
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('Data Load Error');
    await expect(alert).toContainText('An error occurred while loading this resource.');
    await expectAccessible(page);
    await page.unroute('**/graphql');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(content).toBeVisible();
  }
});

test('long words and all score columns fit on a phone and on a wide screen', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const roadmap = new RoadmapPage(page);
  await roadmap.open('standardized_tests/');
  const { me } = await graphql<{ me: { pk: number } }>(page, '{ me { pk } }');
  const { roadmap: own } = await graphql<{ roadmap: { id: string } }>(
    page,
    'query ($userPk: Int!) { roadmap(userPk: $userPk) { id } }',
    { userPk: me.pk },
  );
  const unbroken = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  const variables = { id: own.id, name: unbroken };
  await graphql(
    page,
    `
      mutation ($id: ID!, $name: String!) {
        createClassGrade(
          input: {
            roadmapId: $id
            name: $name
            terms: 4
            targetGrades: [4, 4, 4, 4]
            actualGrades: [1.7, 1.7, 0, 0]
            year: FR
            ucHonors: true
            subjectRequirement: "A"
            autocompleted: false
          }
        ) {
          clientMutationId
        }
        createActivity(input: { roadmapId: $id, name: $name, body: $name, category: OT }) {
          clientMutationId
        }
        createCollege(input: { roadmapId: $id, name: $name }) {
          clientMutationId
        }
        createSatScore(
          input: {
            roadmapId: $id
            takenAt: "2024-03-09"
            erw: 600
            math: 600
            reading: 5
            analysis: 6
            writing: 7
          }
        ) {
          clientMutationId
        }
      }
    `,
    variables,
  );
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const tab of ['academics/', 'standardized_tests/', 'activities/', 'colleges/', 'report/']) {
      await page.goto(`/roadmap/${tab}`);
      const main = page.getByRole('main');
      await expect(main.getByText(tab === 'standardized_tests/' ? 'Mar 9, 2024' : unbroken)).not.toHaveCount(
        0,
      );
      // Neither the page nor a table scrolls sideways; only the strips of tabs and sort buttons do.
      const wider = await main.evaluate((element) =>
        [document.documentElement, ...element.querySelectorAll('div, table, section')]
          .filter(
            (part) => part === document.documentElement || getComputedStyle(part).overflowX !== 'visible',
          )
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
          .map(({ tagName, className }) => `${tagName} ${className}`),
      );
      expect(wider, `${tab} at ${width}`).toEqual([]);
      // No element overflows its container.
      const beyond = await main.evaluate((element) => {
        const { right } = element.getBoundingClientRect();
        return [...element.querySelectorAll('table')].filter(
          (table) => table.getBoundingClientRect().right > right - 15,
        ).length;
      });
      expect(beyond, `${tab} at ${width}`).toBe(0);
    }
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await roadmap.open('standardized_tests/');
  const essay = page.getByRole('table', { name: 'SAT score' }).getByRole('row', { name: /Mar 9, 2024/ });
  await expect(essay.getByRole('cell')).toContainText([
    'Total1200',
    'Reading and Writing600',
    'Math600',
    'Essay reading5',
    'Essay analysis6',
    'Essay writing7',
  ]);
  await expectAccessible(page);
});
