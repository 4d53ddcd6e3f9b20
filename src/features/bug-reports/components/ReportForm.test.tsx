import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createQueryClient } from '#src/transport/query-client.ts';
import { snackbarStore } from '#src/ui/feedback/snackbar.ts';
import { ReportForm } from './ReportForm.tsx';

it('says that the preview failed and keeps the report', async () => {
  // The simulated browser has no canvas, so that the picture cannot be exported.
  const picture = { width: 10, height: 10 } as ImageBitmap;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ReportForm
        draftOwner="7"
        context={{ owner: 'me', page: '', commitHash: 'x' }}
        start={{ picture, masks: [] }}
        correcting={null}
        onDone={() => undefined}
      />
    </QueryClientProvider>,
  );
  const description = await screen.findByLabelText<HTMLTextAreaElement>(/What went wrong/);
  fireEvent.change(description, { target: { value: 'It jumps' } });
  fireEvent.submit(description.closest('form') as HTMLFormElement);
  await waitFor(() =>
    expect(snackbarStore.read().map(({ text }) => text)).toEqual([
      'Could not create the preview. Your report is kept. Try again.',
    ]),
  );
  expect(description.value).toBe('It jumps');
});
