import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Me } from '#shared/users/responses.ts';
import type { BookedMeeting } from '#src/features/meetings/queries.ts';
import { MeetingCard } from './MeetingCard.tsx';

vi.mock('./open-notes-panel.ts', () => ({ openNotesPanel: vi.fn<() => void>() }));

const meeting = {
  name: 'Essay review',
  startsAt: '2026-12-02T23:00:00Z',
  endsAt: '2026-12-02T23:45:00Z',
  provider: { pk: 1, fullName: 'Elena Marsh' },
  client: { pk: 2, fullName: 'Maya Okafor' },
  meetingNote: null,
  permissions: [],
} as unknown as BookedMeeting;

it.each([
  ['mentor', 1, 'Meeting with Maya Okafor'],
  ['student', 2, 'Meeting with Elena Marsh'],
  ['parent, who can have several children,', 3, 'Maya Okafor with Elena Marsh'],
])('names the people of the next meeting for a %s', (_reader, pk, title) => {
  render(<MeetingCard meeting={meeting} me={{ pk } as Me} />);
  expect(screen.getByRole('heading').textContent).toBe(title);
});
