import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { Me } from '#shared/users/responses.ts';
import type { DashboardState } from '#src/features/dashboard/queries.ts';
import { CurrentMeetings, MeetingSections } from './MeetingSections.tsx';

const past = {
  id: 'past',
  name: 'Essay review',
  startsAt: '2026-11-20T17:00:00Z',
  endsAt: '2026-11-20T18:00:00Z',
  provider: { pk: 1, fullName: 'Elena Marsh' },
  client: { pk: 2, fullName: 'Maya Okafor' },
  meetingNote: null,
  permissions: ['add_meetingnote'],
};

it.each([
  [true, ['/meetings/?show=past', '/meetings/']],
  [false, [undefined, undefined]],
])('links to all meetings from both sections if the person has meetings: %s', (showMeetings, expected) => {
  const state = { meetings: [], unsentMeetings: [past] } as unknown as DashboardState;
  render(
    <MemoryRouter>
      <MeetingSections
        me={{ pk: 1, show_meetings: showMeetings, access: 'full' } as Me}
        state={state}
        hideEmpty={false}
      />
    </MemoryRouter>,
  );
  const linkOf = (title: string) =>
    within(screen.getByLabelText(title))
      .queryByText(/^All .*meetings$/)
      ?.getAttribute('href');
  expect(['Meeting notes to send', 'Next meetings'].map(linkOf)).toEqual(expected);
});

it('a meeting that ended after the dashboard was loaded is not shown as running', () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const meetings = [
    { ...past, id: 'ended', name: 'Ended', startsAt: at(-60), endsAt: at(-1) },
    { ...past, id: 'running', name: 'Running', startsAt: at(-10), endsAt: at(10) },
  ] as unknown as DashboardState['meetings'];
  render(
    <MemoryRouter>
      <CurrentMeetings me={{ pk: 1 } as Me} meetings={meetings} />
    </MemoryRouter>,
  );
  expect(screen.getByLabelText('Running now').textContent).toContain('Running · ');
  expect(screen.queryByText(/Ended/)).toBeNull();
});
