import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import type { Me } from '#shared/users/responses.ts';
// Opening the dialog loads it.
import '#src/features/tasks/components/CalendarFeedDialog.tsx';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type RestRequest, type Transport } from '#src/transport/transport.ts';
import { ReadOnlyContext } from '#src/ui/read-only.ts';
import { MeContext } from '../../shell/me.ts';
import { Component } from './settings.tsx';

// Finding roles among all time zones takes seconds.
vi.mock('#src/features/users/components/ProfileSection.tsx', () => ({ ProfileSection: () => null }));

const MAYA = {
  pk: 5,
  full_name: 'Maya Okafor',
  first_name: 'Maya',
  last_name: 'Okafor',
  email: 'maya@gopath.example',
  time_zone: 'America/New_York',
  theme: 1,
  permissions: [],
  capabilities: ['own_roadmap'],
  students: [],
} as unknown as Me;

const YEARLY = {
  length: 'yearly',
  name: 'Yearly',
  price_cents: 99_000,
  currency: 'usd',
  months: 12,
  meetings_per_month: -1,
  reviews_per_period: 12,
};
const LAPSED = {
  student: { pk: 5, full_name: 'Maya Okafor' },
  current: {
    membership_name: 'Yearly',
    plan: 'yearly',
    state: 'lapsed',
    period_end: '2026-10-01T00:00:00Z',
    cancels_at_period_end: false,
    access_ends_at: '2026-10-15T00:00:00Z',
  },
  current_plan: YEARLY,
  meetings_remaining: 0,
  reviews_remaining: 0,
  entries: [],
  plans: [YEARLY],
  can_manage_payment: true,
};
const DEVICE = {
  id: 'other',
  client: 'web',
  browser: 'Firefox',
  city: null,
  signed_in_at: '2026-11-01T00:00:00Z',
  last_used_at: '2026-11-01T00:00:00Z',
  current: false,
};
const RESPONSES: Readonly<Record<string, unknown>> = {
  membership: LAPSED,
  account: { devices: [DEVICE], passkeys: [], second_factor: { on: false, recovery_codes_left: 0 } },
  ownEvents: { events: [], next: null },
  calendarFeed: { active: false, titles_only: true },
  personalData: { full_name: 'Maya Okafor', keeps_notes: false, export: null, deletion: null },
};

function openSettings() {
  provideTransport({
    rest: ({ endpoint }: RestRequest) => Promise.resolve(RESPONSES[endpoint]),
  } as unknown as Transport);
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <MeContext value={MAYA}>
          <ReadOnlyContext value>
            <Component />
          </ReadOnlyContext>
        </MeContext>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

/** Finds the newest button with a label by its text, because finding roles on the whole page takes seconds. */
const findButton = async (label: string) =>
  (await screen.findAllByText(label, { selector: 'button *' })).at(-1)?.closest('button') as HTMLElement;
const isButtonOff = async (label: string) =>
  (await findButton(label)).getAttribute('aria-disabled') === 'true';

it('with a lapsed membership people can pay, secure their account and delete it', async () => {
  openSettings();
  for (const label of ['Continue to payment', 'Manage payment', 'Change email', 'Change password']) {
    expect([label, await isButtonOff(label)]).toEqual([label, false]);
  }

  fireEvent.click(screen.getByLabelText('Sign out Firefox'));
  expect(await isButtonOff('Sign out device')).toBe(false);
  fireEvent.click(await findButton('Cancel'));

  fireEvent.click(await findButton('Delete account'));
  fireEvent.change(await screen.findByLabelText(/^Type/), { target: { value: 'Maya Okafor' } });
  expect(await isButtonOff('Delete account')).toBe(false);
});

it('with a lapsed membership the calendar link cannot be created', async () => {
  openSettings();
  fireEvent.click(await findButton('Calendar link'));
  expect(await isButtonOff('Create link')).toBe(true);
});
