import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { deleteReport, deliverReports, deleteReports, readReports } from '#src/transport/report-outbox.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { dismissSnackbar, snackbarStore } from '#src/ui/feedback/snackbar.ts';
import { useQueueReport, useReportDelivery } from './mutations.ts';

const OWNER = 'me';
const REPORT = { owner: OWNER, body: 'It jumps', page: '', commitHash: 'x', picture: null };
const texts = () => snackbarStore.read().map(({ text }) => text);

afterEach(async () => {
  for (const { id } of snackbarStore.read()) dismissSnackbar(id);
  await deleteReports();
});

/** Sets how the server responds to a report. */
function serve(respond: () => Promise<unknown>) {
  const server = { graphql: respond, rest: async () => ({ id: OWNER }) };
  provideTransport({
    ...server,
    deliverReports: () => deliverReports(server as unknown as Transport),
  } as unknown as Transport);
}

function renderInApp<Result>(hook: () => Result, client = createQueryClient()) {
  return renderHook(hook, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  }).result;
}

/** Opens a page that sends a report; the server responds later. */
async function sendReport(response: Promise<unknown>) {
  serve(() => response);
  const result = renderInApp(() => ({ queue: useQueueReport(), unsent: useReportDelivery(OWNER) }));
  const id = await act(() => result.current.queue.mutateAsync(REPORT));
  await waitFor(() => expect(result.current.unsent).toMatchObject([{ state: 'sending' }]));
  return { id, unsent: () => result.current.unsent };
}

it.each([
  { end: 'delivered', refusal: null, text: 'Your bug report was sent. Thank you.' },
  {
    end: 'refused',
    refusal: new AppError('INVALID_INPUT', 'The description is required'),
    text: 'Your bug report was rejected. You can correct it on the bug report page.',
  },
])('a report is on its way until it is $end: one message at a time', async ({ refusal, text }) => {
  const response = Promise.withResolvers<unknown>();
  await sendReport(response.promise);
  expect(texts()).toEqual(['Your bug report is on its way.']);
  if (refusal === null) response.resolve({});
  else response.reject(refusal);
  await waitFor(() => expect(texts()).toContain(text));
  expect(texts()).toEqual([text]);
});

it.each([
  { end: 'sent', refusal: null, text: 'Your bug report was sent. Thank you.' },
  {
    end: 'refused',
    refusal: new AppError('INVALID_INPUT', 'The description is required'),
    text: 'Your bug report was rejected. You can correct it on the bug report page.',
  },
])(
  'a report that is $end before the delivery’s code has loaded is reported, too',
  async ({ refusal, text }) => {
    serve(() => (refusal === null ? Promise.resolve({}) : Promise.reject(refusal)));
    const client = createQueryClient();
    const result = renderInApp(useQueueReport, client);
    await act(() => result.current.mutateAsync(REPORT));
    const left = refusal === null ? [] : [{ state: 'failed' }];
    await waitFor(async () => expect(await readReports(OWNER)).toMatchObject(left));
    renderInApp(() => useReportDelivery(OWNER), client);
    await waitFor(() => expect(texts()).toEqual([text]));
  },
);

it('a deleted report is not reported as sent', async () => {
  const response = Promise.withResolvers<unknown>();
  const { id, unsent } = await sendReport(response.promise);
  await act(async () => response.reject(new AppError('NETWORK', 'Unreachable')));
  await waitFor(() => expect(unsent()).toMatchObject([{ state: 'waiting' }]));
  await act(() => deleteReport(id));
  await waitFor(() => expect(unsent()).toEqual([]));
  await waitFor(() => expect(texts()).toEqual([]));
});
