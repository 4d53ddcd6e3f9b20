import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { BookedMeeting } from '#src/features/meetings/queries.ts';
import { userKeys } from '#src/features/users/queries.ts';
import { DraftWriter } from '#src/lib/drafts/draft-writer.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { type GraphQLRequest, provideTransport, type Transport } from '#src/transport/transport.ts';
import { MeetingChooser } from './MeetingChooser.tsx';

function booked(simplybookId: number, fullName: string) {
  return {
    id: `meeting-${simplybookId}`,
    simplybookId,
    startsAt: '2026-11-20T17:00:00Z',
    endsAt: '2026-11-20T18:00:00Z',
    client: { pk: simplybookId, fullName, picture: null },
    meetingNote: null,
    permissions: ['add_meetingnote'],
  } as unknown as BookedMeeting;
}

it('offers a meeting that is in no list, such as a canceled one, while its note is not saved', async () => {
  for (const subject of ['meeting:1', 'meeting:2', 'note:3', 'new']) {
    const writer = new DraftWriter('7');
    await writer.write({ subject, title: 'Unsaved' });
    await writer.close();
  }
  provideTransport({
    graphql: async ({ variables }: GraphQLRequest) => ({
      bookedMeeting: booked(Number(variables['simplybookId']), 'Sofia Alvarez'),
    }),
  } as unknown as Transport);
  const client = createQueryClient();
  client.setQueryData(userKeys.me(), { pk: 7 });
  const onChoose = vi.fn<(simplybookId: number) => void>();
  render(
    <QueryClientProvider client={client}>
      <MeetingChooser
        meetings={{ now: [], upcoming: [booked(1, 'Maya Okafor')], past: [] }}
        current={null}
        onChoose={onChoose}
        onCancel={null}
      />
    </QueryClientProvider>,
  );
  const unsaved = await screen.findByRole('region', { name: 'Not saved yet' });
  const [choice, ...others] = within(unsaved).getAllByRole('button');
  expect(choice?.textContent).toContain('Sofia Alvarez');
  expect(others).toEqual([]);
  fireEvent.click(choice as HTMLElement);
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(2);
});
