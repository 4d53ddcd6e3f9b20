import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import type { Me } from '#shared/users/responses.ts';
import { type BookedMeeting, meetingKeys } from '#src/features/meetings/queries.ts';
import type { NoteEditorProps } from '#src/features/notes/components/NoteEditor.tsx';
import { setTimeZone } from '#src/lib/dates/reader-zone.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { MeetingNoteEditor } from './MeetingNoteEditor.tsx';

const unmounted = vi.fn<() => void>();

/** A stub that shows only its initial text, which it captures like the real editor. */
vi.mock('#src/features/notes/components/NoteEditor.tsx', () => ({
  NoteEditor: ({ initial }: NoteEditorProps) => {
    const [text] = useState(JSON.stringify(initial?.body));
    useEffect(() => unmounted, []);
    return <output aria-label="Body">{text}</output>;
  },
}));
vi.mock('#src/features/notes/components/useSendMeetingNote.tsx', () => ({
  useSendMeetingNote: () => ({ dialog: null }),
}));

const maya = { pk: 1, fullName: 'Maya Okafor' };
function booked(client: { pk: number; fullName: string }, startsAt: string) {
  return { name: 'Essay review', simplybookId: 7, client, provider: { fullName: 'Elena Marsh' }, startsAt };
}
const meeting = booked(maya, '2026-11-25T23:00:00Z') as BookedMeeting;
const UPCOMING = [
  booked({ pk: 2, fullName: 'Noah Lindqvist' }, '2026-11-26T23:00:00Z'),
  booked(maya, '2026-12-02T23:00:00Z'),
  booked(maya, '2026-12-09T23:00:00Z'),
];

const graphql = vi.fn<() => Promise<unknown>>();
beforeEach(() => {
  vi.clearAllMocks();
  provideTransport({ graphql } as unknown as Transport);
});
afterEach(() => {
  vi.useRealTimers();
  setTimeZone(null);
});

function open() {
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <MeetingNoteEditor me={{ pk: 3 } as Me} meeting={meeting} note={null} />
    </QueryClientProvider>,
  );
  return client;
}
const body = () => screen.queryByLabelText('Body')?.textContent;

// covers: MEET-036
it('a new note contains the date of the next meeting with the student, and the time zone', async () => {
  setTimeZone('America/New_York');
  graphql.mockResolvedValue({ bookedMeetings: { edges: UPCOMING.map((node) => ({ node })) } });
  open();
  expect(body()).toBeUndefined();
  await waitFor(() => expect(body()).toMatch(/"Wednesday, December 2, 2026 at 6:00.PM EST"/));
});

it('a new note opens without the date when the upcoming meetings cannot be loaded, and stays', async () => {
  graphql.mockRejectedValue(new AppError('NETWORK', 'The server could not be reached.'));
  const client = open();
  await waitFor(() => expect(body()).toContain('"label":"next meeting"'));
  graphql.mockReturnValue(new Promise(() => undefined));
  // Requests the meetings again: a failed query without data is pending during a retry.
  await act(async () => {
    void client.resetQueries({ queryKey: meetingKeys.all });
    await Promise.resolve();
  });
  expect(client.getQueryState(meetingKeys.list('UPCOMING', 20))).toMatchObject({
    status: 'pending',
    fetchStatus: 'fetching',
    fetchFailureCount: 0,
  });
  expect(body()).toContain('"label":"next meeting"');
  expect(unmounted).not.toHaveBeenCalled();
});

it('a new note opens without the date when the network hangs', async () => {
  vi.useFakeTimers();
  graphql.mockReturnValue(new Promise(() => undefined));
  open();
  await act(() => vi.advanceTimersByTimeAsync(2900));
  expect(body()).toBeUndefined();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(body()).toContain('"label":"next meeting"');
});
