import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TASK_LIMITS } from '#shared/tasks/constants.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { MakeTemplateDialog } from './MakeTemplateDialog.tsx';

/** Opens the dialog for a list. @returns its description */
async function describeTemplateOf(tasks: { completed: boolean }[]) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MakeTemplateDialog list={{ slug: 'summer', name: 'Summer', tasks }} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  return (await screen.findByText(/^Saves the open tasks/)).textContent;
}

const openTasks = (count: number) => Array.from({ length: count }, () => ({ completed: false }));

it('says what a template does not keep', async () => {
  const description = await describeTemplateOf(openTasks(TASK_LIMITS.templateTasks));
  expect(description).toContain('Repeats, times of day and the details of steps are not kept.');
  expect(description).not.toContain('left out');
});

it.each([
  [1, 'A template has at most 200 tasks, so the last task is left out.'],
  [2, 'A template has at most 200 tasks, so the last 2 tasks are left out.'],
])(
  'says that %d tasks beyond the limit are left out',
  async (count, text) => {
    // A completed task is not saved, so it is not left out.
    const tasks = [{ completed: true }, ...openTasks(TASK_LIMITS.templateTasks + count)];
    expect(await describeTemplateOf(tasks)).toContain(text);
  },
  30_000,
);
