import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { SIGN_UP_FAILED, SIGN_UP_SUCCESSFUL } from '#shared/session/sign-up-results.ts';
import { expect, expectAccessible, test } from '../../test.ts';
import { snackbar } from '../../../pages/snackbar.ts';
import { SignInPage } from '../../../pages/sign-in.ts';
import { createAccount, signUp } from '../../../pages/sign-up.ts';
import { expectNoSideScroll } from '#tests/helpers/browser/page-width.ts';
import { chooseOption } from '#tests/helpers/browser/choose-option.ts';

const thisYear = new Date().getFullYear();
const person = (name: string) => ({
  firstName: name,
  lastName: 'Haddad',
  email: `${name.toLowerCase()}.haddad@gopath.example`,
  password: DEMO_PASSWORD,
});

// covers: AUTH-010 AUTH-011 AUTH-012 AUTH-013 AUTH-021 AUTH-022 AUTH-023 AUTH-025 AUTH-027 AUTH-028 AUTH-029 AUTH-032 AUTH-034
test('a student signs up, continues with the form after the tab was closed, and signs in', async ({
  page,
}) => {
  const student = person('Noor');
  await createAccount(page, student);
  await expect(page).toHaveURL(/\/sign_up_continued\/\?state=[\w-]+&email=noor\.haddad%40gopath\.example$/);
  const form = page.getByRole('form', { name: 'About you' });
  await expect(page.getByRole('list', { name: 'Sign-up progress' })).toContainText('About you');
  await expect(form.getByLabel('First name')).toHaveValue('Noor');
  await expect(form.getByLabel('Year', { exact: true })).toHaveValue('FR');
  await expect(form.getByLabel('Graduation year')).toHaveValue(String(thisYear + 4));
  await expect(form.getByLabel('Graduation year').getByRole('option')).toHaveCount(9);
  await expectAccessible(page);

  const next = form.getByRole('button', { name: 'Continue' });
  await form.getByLabel('Last name').fill(' ');
  await expect(next).toBeDisabled();
  await form.getByLabel('Last name').fill('Haddad');
  await next.click();
  await expect(form.getByText('Check this box to continue.')).toBeVisible();
  await form
    .getByRole('button', {
      name: 'Only students should sign up directly. Parents must be invited by students.',
    })
    .hover();
  await expect(page.getByRole('tooltip')).toHaveText(
    'Only students should sign up directly. Parents must be invited by students.',
  );
  await form.getByLabel('Year', { exact: true }).selectOption('JR');
  await chooseOption(form.getByRole('combobox', { name: 'School' }), 'Dublin', /Dublin/);
  await chooseOption(form.getByRole('combobox', { name: 'Interested majors' }), 'history', /History/);
  await expect(form.getByRole('list', { name: 'Chosen majors' }).getByRole('listitem')).toHaveCount(1);

  await page.setViewportSize({ width: 360, height: 640 });
  await expectNoSideScroll(page);
  const address = page.url();
  await page.close();
  const again = await page.context().newPage();
  await again.goto(address);
  await expect(again.getByText('Draft restored')).toBeVisible();
  await expect(again.getByLabel('Year', { exact: true })).toHaveValue('JR');
  await expect(again.getByRole('listitem').filter({ hasText: /history/i })).toBeVisible();
  await again.getByLabel('I am a student').check();
  await again.getByRole('button', { name: 'Continue' }).click();

  await expect(again).toHaveURL(/\/sign_in\/$/);
  await expect(again.getByText(SIGN_UP_SUCCESSFUL)).toBeVisible();
  await new SignInPage(again).signIn(student.email, student.password);
  await expect(again.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await again.goto('/me/');
  await expect(again.getByRole('main').getByText('Junior', { exact: true })).toBeVisible();
  await again.context().clearCookies();
  await again.goto(address);
  await expect(again.getByText('This sign-up is already complete. Sign in to continue.')).toBeVisible();
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('a new student reads dates and times in the zone of the browser', async ({ page, server }) => {
    const student = person('Yuki');
    await signUp(page, server, student);
    await expect(page.getByRole('heading', { level: 1, name: 'Hello, Yuki' })).toBeVisible();
    await page.goto('/me/settings/');
    await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Tokyo');
  });
});

test('a student who signs in before finishing the form is led back to it, with the draft', async ({
  page,
}) => {
  const student = person('Lina');
  await createAccount(page, student);
  const first = page.url();
  await page.getByLabel('Year', { exact: true }).selectOption('SR');
  await page.goto('/sign_in/');
  await new SignInPage(page).signIn(student.email, student.password);
  await expect(page).toHaveURL(/\/sign_up_continued\/\?state=[\w-]+&email=lina\.haddad%40gopath\.example$/);
  expect(page.url()).not.toBe(first);
  await expect(page.getByText('Draft restored')).toBeVisible();
  await expect(page.getByLabel('Year', { exact: true })).toHaveValue('SR');
  await expect(page.getByText(`Signed in as ${student.email}`)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 640 });
  await expectNoSideScroll(page);

  await page.goto('/notes/');
  await expect(page).toHaveURL(/\/sign_up_continued\//);
  await page.route('**/api/me/sign_up/', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByText('Could not open the rest of your sign-up.')).toBeVisible();
  await page.unroute('**/api/me/sign_up/');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByLabel('I am a student').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/');
  await expect(snackbar(page, 'You’re signed up')).toBeVisible();
  await page.goto('/me/');
  await expect(page.getByRole('main').getByText('Senior', { exact: true })).toBeVisible();
});

// covers: AUTH-033 AUTH-034
test('an unexpected error leads to the start with a message; a lost connection keeps the form', async ({
  page,
}) => {
  await createAccount(page, person('Omar'));
  await page.getByLabel('I am a student').check();
  const endpoint = '**/api/create_stripe_checkout_session/';
  await page.route(endpoint, (route) => route.abort());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('I am a student')).toBeChecked();
  await page.unroute(endpoint);
  await page.route(endpoint, (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', detail: 'Something went wrong.' } }),
  );
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/sign_in\/$/);
  await expect(page.getByRole('alert')).toHaveText(SIGN_UP_FAILED);
  const stored = await page.evaluate(() => sessionStorage.getItem('gopath-flash'));
  expect(JSON.parse(stored ?? '')).toEqual({ message: SIGN_UP_FAILED, success: false, status: 400 });
});

test('an address without a valid session shows that the link no longer works', async ({ page }) => {
  for (const search of ['', '?state=unknown-session-of-someone&email=a@gopath.example']) {
    await page.goto(`/sign_up_continued/${search}`);
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  }
  await expectAccessible(page);
});
