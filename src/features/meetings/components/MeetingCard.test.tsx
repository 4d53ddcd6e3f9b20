import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { MeetingDetail } from '../page-queries.ts';
import { MeetingCard } from './MeetingCard.tsx';

const FUTURE = {
  name: 'Essay review',
  startsAt: '2099-11-20T17:00:00Z',
  endsAt: '2099-11-20T18:00:00Z',
  status: 'booked',
  provider: { pk: 1, fullName: 'Elena Marsh' },
  client: { pk: 2, fullName: 'Maya Okafor' },
  providerTimeZone: 'UTC',
  clientTimeZone: 'UTC',
  meetingNote: null,
  series: null,
};

it.each([
  ['explains to the family that it is too late to change it', {}, [], true],
  ['shows no explanation while it can be changed', {}, ['change_bookedmeeting'], false],
  ['shows no explanation once it has started', { startsAt: '2020-11-20T17:00:00Z' }, [], false],
  ['shows no explanation after it was canceled', { status: 'canceled', canceledBy: null }, [], false],
])('%s', (_claim, changes, permissions, isExplained) => {
  const meeting = {
    ...FUTURE,
    cancelReason: '',
    permissions: ['view_meetingroom', ...permissions],
    ...changes,
  } as unknown as MeetingDetail;
  render(
    <MemoryRouter>
      <MeetingCard meeting={meeting} viewerPk={FUTURE.client.pk} state={null} onCancel={() => undefined} />
    </MemoryRouter>,
  );
  const text = 'This meeting starts too soon to be changed. Contact Elena Marsh.';
  expect(screen.queryAllByText(text)).toHaveLength(isExplained ? 1 : 0);
});

it.each([
  ['running', 45],
  ['over', 5],
])('offers only the note of a meeting that was loaded before and is %s now', (_state, minutes) => {
  const startsAt = Date.now() - 10 * 60_000;
  const meeting = {
    ...FUTURE,
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(startsAt + minutes * 60_000).toISOString(),
    permissions: ['add_meetingnote', 'change_bookedmeeting', 'cancel_bookedmeeting'],
  } as unknown as MeetingDetail;
  render(
    <MemoryRouter>
      <MeetingCard meeting={meeting} viewerPk={FUTURE.provider.pk} state={null} onCancel={() => undefined} />
    </MemoryRouter>,
  );
  expect([...document.querySelectorAll('a, button')].map(({ textContent }) => textContent)).toEqual([
    'Write meeting note',
  ]);
});

it('leads to the note of a canceled meeting for its mentor', () => {
  const meeting = {
    ...FUTURE,
    simplybookId: 105,
    status: 'canceled',
    canceledBy: null,
    cancelReason: '',
    permissions: ['add_meetingnote'],
  } as unknown as MeetingDetail;
  render(
    <MemoryRouter>
      <MeetingCard meeting={meeting} viewerPk={FUTURE.provider.pk} state={null} onCancel={() => undefined} />
    </MemoryRouter>,
  );
  const link = screen.getByRole('link', { name: 'Write meeting note' });
  expect(link.getAttribute('href')).toBe('/notes/meeting_note/new/105/');
});

it.each([
  ['I am ill', 'Canceled by Elena Marsh: I am ill'],
  // The reason is empty after its author's account was deleted.
  ['', 'Canceled by Elena Marsh'],
])('shows who canceled a meeting, and the reason "%s" if there is one', (cancelReason, text) => {
  const meeting = {
    ...FUTURE,
    startsAt: '2026-11-20T17:00:00Z',
    endsAt: '2026-11-20T18:00:00Z',
    status: 'canceled',
    permissions: [],
    canceledBy: FUTURE.provider,
    cancelReason,
  } as unknown as MeetingDetail;
  render(
    <MemoryRouter>
      <MeetingCard meeting={meeting} viewerPk={2} state={null} onCancel={() => undefined} />
    </MemoryRouter>,
  );
  expect(screen.getByText(/^Canceled/).textContent).toBe(text);
});
