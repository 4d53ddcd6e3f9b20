import { runningRoom } from '../../meeting-room.ts';
import { expect, expectAccessible, test } from '../../test.ts';

test('a student of 18 keeps parents out of the meeting room, and lets them in again', async ({
  signedIn,
  server,
}) => {
  const room = await runningRoom(server);
  const student = await signedIn('student', { at: 'blank' });
  const parent = await signedIn('parent', { at: 'blank' });
  const choice = student.getByRole('switch', { name: 'Parents can join my meetings' });
  // The switch changes before the server has stored the choice.
  const stored = () =>
    student.waitForResponse((response) =>
      (response.request().postData() ?? '').includes('mutation KeepParentsOut'),
    );
  await student.goto('/me/settings/');
  await expect(student.getByRole('region', { name: 'Alerts and calendar' })).toBeVisible();
  await expect(choice).toHaveCount(0);

  await server.query("UPDATE users SET birthday = '2001-04-12' WHERE email LIKE 'student@%'");
  await student.reload();
  await expect(choice).toBeChecked();
  const keptOut = stored();
  await choice.focus();
  await student.keyboard.press('Space');
  await expect(choice).not.toBeChecked();
  await keptOut;
  await expectAccessible(student);
  await student.reload();
  await expect(choice).not.toBeChecked();

  await parent.goto('/meetings/');
  await expect(parent.getByText('Maya Okafor meets without parents.').first()).toBeVisible();
  await expect(parent.getByRole('link', { name: /^Join the meeting: Maya Okafor/ })).toHaveCount(0);
  await parent.goto(room);
  await expect(parent.getByRole('heading', { name: 'Not Found' })).toBeVisible();

  const letIn = stored();
  await choice.click();
  await expect(choice).toBeChecked();
  await letIn;
  await parent.reload();
  await expect(parent.getByRole('button', { name: 'Join meeting' })).toBeVisible();
});
