import type { Page } from '@playwright/test';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { graphql } from '../../api.ts';
import { expect, expectAccessible, test } from '../../test.ts';
import { expectNoSideScroll } from '#tests/helpers/browser/page-width.ts';

const menuLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Meetings' });

/** Returns the free times of the chosen day. */
const times = (page: Page) => page.getByRole('main').getByRole('group').getByRole('radio');

/** Chooses the first free time. */
const chooseTime = (page: Page) => page.getByRole('main').getByRole('group').locator('label').first().click();

/** Opens the last free day of the next month, which is always later than the cut-off. */
async function chooseLateDay(page: Page) {
  await page.getByRole('button', { name: 'Go to the Next Month' }).click();
  const days = page.getByRole('grid').getByRole('button', { disabled: false });
  await expect(days.last()).toBeVisible();
  await days.last().click();
  await expect(times(page).first()).toBeAttached();
}

async function expectNoSidewaysScroll(page: Page) {
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  // Controls that are scrolled halfway below the top bar would count as too small.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
}

// covers: MEET-045 SHEL-015
test('a student books a meeting, sees it in the list and cancels it with a reason', async ({ signedIn }) => {
  const page = await signedIn('student');
  await menuLink(page).click();
  await expect(page.getByRole('heading', { name: 'Meetings', level: 1 })).toBeVisible();
  await expect(page.getByText('Meetings remaining: 2')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Book meeting' }).click();
  await page.getByLabel('Mentor').selectOption('Elena Marsh');
  await page.getByRole('button', { name: 'Book meeting' }).click();
  await expect(page.getByText('Choose a time', { exact: true })).toBeVisible();
  await chooseLateDay(page);
  await times(page).first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(times(page).nth(1)).toBeChecked();
  await page.getByLabel('Topic').fill('Personal statement');
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Book meeting' }).click();
  await expect(page.getByRole('heading', { name: 'Meeting booked' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'See your meetings' }).click();
  await expect(page.getByText('Meetings remaining: 1')).toBeVisible();

  const meeting = page.getByRole('listitem').filter({ hasText: 'Personal statement' });
  await meeting.getByRole('button', { name: /^Cancel meeting: / }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this meeting?' });
  await expect(dialog).toContainText('This adds one meeting back to the meetings remaining.');
  await dialog.getByRole('button', { name: 'Cancel meeting' }).click();
  await expect(dialog.getByText('Enter a reason')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('We are traveling');
  await dialog.getByRole('button', { name: 'Cancel meeting' }).click();
  await expect(page.getByText('Meeting canceled. Everyone gets an email.', { exact: true })).toBeVisible();
  await expect(meeting).toHaveCount(0);
  await page.getByText('Canceled', { exact: true }).click();
  await expect(meeting).toContainText('Canceled by Maya Okafor: We are traveling');
  await expect(page.getByText('Meetings remaining: 2')).toBeVisible();
});

test('a taken time offers the next free times', async ({ signedIn }) => {
  const parent = await signedIn('parent', { at: 'blank' });
  const mentor = await signedIn('mentor', { at: 'blank' });
  await parent.goto('/meetings/book/');
  await parent.getByLabel('Student').selectOption('Maya Okafor');
  await chooseLateDay(parent);
  await chooseTime(parent);
  const startsAt = await times(parent).first().getAttribute('value');
  const { bookingPairs } = await graphql<{
    bookingPairs: { mentor: { pk: number }; student: { pk: number; fullName: string } }[];
  }>(mentor, '{ bookingPairs { mentor { pk } student { pk fullName } } }');
  const other = bookingPairs.find(({ student }) => student.fullName === 'Liam Castellano');
  await graphql(
    mentor,
    'mutation ($input: BookMeetingsInput!) { bookMeetings(input: $input) { clientMutationId } }',
    {
      input: {
        mentor: toGlobalId('User', other?.mentor.pk ?? 0),
        student: toGlobalId('User', other?.student.pk ?? 0),
        startsAt: [startsAt],
        topic: '',
      },
    },
  );
  await parent.getByRole('button', { name: 'Book meeting' }).click();
  const banner = parent.getByRole('alert');
  await expect(banner).toContainText('That time was just taken.');
  await expectAccessible(parent);
  await banner.getByRole('button').first().click();
  await parent.getByRole('button', { name: 'Book meeting' }).click();
  await expect(parent.getByRole('heading', { name: 'Meeting booked' })).toBeVisible();
});

test('a mentor sets hours, moves a meeting and books a series', async ({ signedIn }) => {
  const page = await signedIn('mentor');
  await menuLink(page).click();
  await page.getByRole('link', { name: 'Availability' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('listitem').first()).toBeVisible();
  for (const day of ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']) {
    await page.getByRole('button', { name: `Remove range 1 of ${day}`, exact: true }).click();
  }
  await page.getByLabel('Monday, end of range 1').selectOption('1:00 PM');
  await page.getByRole('button', { name: 'Save availability' }).click();
  await expect(page.getByText('The end must be after the start')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Monday, start of range 1').selectOption('9:00 AM');
  await page.getByRole('button', { name: 'Copy the hours of Monday' }).click();
  await page.getByRole('checkbox', { name: 'Thursday' }).check();
  await page.getByRole('button', { name: 'Copy hours' }).click();
  await expect(page.getByLabel('Thursday, start of range 1')).toHaveValue('540');
  await page.getByLabel('Length').selectOption('60 minutes');
  await page.getByRole('button', { name: 'Save availability' }).click();
  await expect(page.getByText('Availability saved', { exact: true })).toBeVisible();
  await expect(preview.getByRole('listitem')).not.toHaveCount(0);
  // Not the first day: its early times are too soon when the test runs on the evening before.
  await expect(preview.getByRole('listitem').nth(1)).toContainText('9:00 AM · 9:30 AM');
  await page.reload();
  await expect(page.getByLabel('Thursday, end of range 1')).toHaveValue('780');
  await expect(page.getByRole('button', { name: 'Remove range 1 of Tuesday', exact: true })).toHaveCount(0);

  await menuLink(page).click();
  await page
    .getByRole('link', { name: /^Reschedule: / })
    .last()
    .click();
  await chooseLateDay(page);
  await chooseTime(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Move meeting' }).click();
  await expect(
    page.getByText('Meeting moved. Everyone gets the new time by email.', { exact: true }),
  ).toBeVisible();

  await page.getByRole('link', { name: 'Book meeting' }).first().click();
  // One of several students has to be chosen first.
  await expect(page.getByRole('heading', { name: 'Book a meeting', exact: true })).toBeVisible();
  await expect(times(page)).toHaveCount(0);
  await page.getByLabel('Student').selectOption('Liam Castellano');
  await chooseTime(page);
  await page.getByLabel('Repeat').selectOption('Every week');
  await page.getByLabel('Number of meetings').selectOption('2 meetings');
  await expect(page.getByRole('list', { name: 'Meetings of the series' }).getByRole('listitem')).toHaveCount(
    2,
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Book 2 meetings' }).click();
  await expect(page.getByRole('heading', { name: '2 meetings booked' })).toBeVisible();
});

test('links to booking choose the person: from the dashboard, from people and from a past meeting', async ({
  signedIn,
  server,
}) => {
  const student = await signedIn('student', { at: 'blank' });
  const mentor = await signedIn('mentor', { at: 'blank' });
  const heading = (page: Page, text: string) =>
    page.getByRole('heading', { name: `Book a meeting ${text}`, level: 1 });
  await mentor.goto('/meetings/?show=past');
  await mentor.getByRole('link', { name: 'Book again: Noah Lindqvist' }).first().click();
  await expect(heading(mentor, 'with Noah Lindqvist')).toBeVisible();
  await expectAccessible(mentor);
  const [liam] = await server.query<{ pk: number }>(
    "SELECT pk FROM users WHERE full_name = 'Liam Castellano'",
  );
  await mentor.goto(`/users/${liam?.pk}/`);
  await mentor.getByRole('link', { name: 'Book meeting' }).click();
  await expect(heading(mentor, 'with Liam Castellano')).toBeVisible();

  const [elena] = await server.query<{ pk: number }>("SELECT pk FROM users WHERE full_name = 'Elena Marsh'");
  await student.goto(`/users/${elena?.pk}/`);
  await student.getByRole('link', { name: 'Book meeting' }).click();
  await expect(heading(student, 'with Elena Marsh')).toBeVisible();
  await server.query(
    "UPDATE booked_meetings SET status = 'canceled', canceled_at = now() WHERE ends_at > now()",
  );
  await student.goto('/');
  await student
    .getByRole('region', { name: 'Next meetings' })
    .getByRole('link', { name: 'Book meeting' })
    .click();
  await expect(student.getByRole('heading', { name: /^Book a meeting with / })).toBeVisible();
});

// covers: MEET-046
test('the page shows the running meeting with its room, shows a week, and is missing without meetings', async ({
  signedIn,
  server,
}) => {
  // Soon after midnight on Sunday, it would have started in the week before.
  await server.query(`
    UPDATE booked_meetings
    SET starts_at = greatest(starts_at, date_trunc('day', now(), 'America/Los_Angeles'))
    WHERE starts_at < now() AND ends_at > now()`);
  const page = await signedIn('mentor', { at: 'blank' });
  await page.goto('/meetings/');
  const join = page.getByRole('link', { name: 'Join the meeting: Maya Okafor' });
  await expect(join).toHaveAttribute('href', /^\/meeting_rooms\/.+\/$/);
  await expect(page.getByRole('link', { name: 'Write meeting note' })).toHaveCount(1);
  await page.getByText('Past', { exact: true }).click();
  await expect(page.getByText('Note sent').first()).toBeVisible();
  await page.getByText('Week', { exact: true }).click();
  const week = page.getByRole('list', { name: 'Days of the week' });
  await expect(week.getByRole('link', { name: 'Join the meeting: Maya Okafor' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(join).toHaveCount(0);
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(join).toBeVisible();

  await server.query("UPDATE users SET show_meetings = false WHERE email LIKE 'parent@%'");
  const parent = await signedIn('parent');
  await expect(parent.getByRole('link', { name: 'Students' }).first()).toBeVisible();
  await expect(menuLink(parent)).toHaveCount(0);
  for (const path of ['/meetings/', '/meetings/book/', '/meetings/availability/']) {
    await parent.goto(path);
    await expect(parent.getByRole('heading', { name: 'Not Found' })).toBeVisible();
  }
});
