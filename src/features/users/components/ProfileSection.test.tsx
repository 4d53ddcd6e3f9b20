import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ProfileInput } from '#shared/users/profile.ts';
import type { Me } from '#shared/users/responses.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type RestRequest, type Transport } from '#src/transport/transport.ts';
import { ProfileSection } from './ProfileSection.tsx';

vi.mock('./PictureField.tsx', () => ({ PictureField: () => null }));
// The simulated browser ignores the first value of a select.
vi.mock('#src/ui/fields/Select.tsx', async () => ({
  Select: (await import('#src/ui/fields/TextField.tsx')).TextField,
}));

const ME = { first_name: 'Elena', last_name: 'Ruiz', time_zone: 'America/Los_Angeles' };
const sent: ProfileInput[] = [];
let respond: () => Promise<void>;

beforeEach(() => {
  sent.length = 0;
  respond = async () => undefined;
  const rest = async ({ body }: RestRequest) => {
    sent.push(body as ProfileInput);
    await respond();
    return body;
  };
  provideTransport({ rest } as unknown as Transport);
});

/** Renders the form. @returns shows it with what the server stores now */
function renderSection() {
  const client = createQueryClient();
  const section = (me: ProfileInput) => (
    <QueryClientProvider client={client}>
      <ProfileSection me={me as unknown as Me} />
    </QueryClientProvider>
  );
  const { rerender } = render(section(ME));
  return (me: ProfileInput) => rerender(section(me));
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const button = () => screen.getByRole('button', { name: 'Save profile' });
const save = () => fireEvent.click(button());
const isBusy = () => button().getAttribute('aria-busy') === 'true';

it('saves its changes without undoing those of another tab', async () => {
  const load = renderSection();
  type('Last name', 'Ruiz-Vega');
  load({ ...ME, time_zone: 'Asia/Tokyo' });
  expect([field('Last name').value, field('Time zone').value]).toEqual(['Ruiz-Vega', 'Asia/Tokyo']);
  save();
  await waitFor(() => expect(sent).toEqual([{ ...ME, last_name: 'Ruiz-Vega', time_zone: 'Asia/Tokyo' }]));
});

it('keeps a name that is typed while another one is saved, and saves it next', async () => {
  const response = Promise.withResolvers<void>();
  respond = () => response.promise;
  renderSection();
  type('Last name', 'Vega');
  save();
  await waitFor(() => expect(sent).toHaveLength(1));
  type('Last name', 'Vega-Ruiz');
  await act(async () => response.resolve());
  await waitFor(() => expect(isBusy()).toBe(false));
  expect(field('Last name').value).toBe('Vega-Ruiz');
  save();
  await waitFor(() => expect(sent[1]).toEqual({ ...ME, last_name: 'Vega-Ruiz' }));
});

it('cannot be saved again until something changes', async () => {
  const load = renderSection();
  type('Last name', 'Vega');
  save();
  await waitFor(() => expect(sent).toHaveLength(1));
  load({ ...ME, last_name: 'Vega' });
  await waitFor(() => expect(button().getAttribute('aria-disabled')).toBe('true'));
  type('Last name', 'Ruiz');
  await waitFor(() => expect(button().getAttribute('aria-disabled')).toBeNull());
});
