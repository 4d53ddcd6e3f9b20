import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createQueryClient } from '#src/transport/query-client.ts';
import { MakeTemplateDialog } from './MakeTemplateDialog.tsx';

// Dialogs are slow in the simulated browser.
configure({ asyncUtilTimeout: 10_000 });

it('says what a template does not keep', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MakeTemplateDialog list={{ slug: 'summer', name: 'Summer' }} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const description = await screen.findByText(/^Saves the open tasks/);
  expect(description.textContent).toContain('Repeats, times of day and the details of steps are not kept.');
}, 30_000);
