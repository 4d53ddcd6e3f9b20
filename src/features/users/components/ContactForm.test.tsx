import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { UNDER_AGE } from '#shared/session/schema.ts';
import { BIRTHDAY_BY_MENTOR } from '#shared/users/policy.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { ContactForm } from './ContactForm.tsx';

const student = { pk: 5, role: 'student' } as const;

it('an unreadable birthday is not saved and does not delete the stored one', async () => {
  const sent: unknown[] = [];
  provideTransport({
    rest: async ({ body }: { body: unknown }) => {
      sent.push(body);
      return body;
    },
  } as unknown as Transport);
  const onClose = vi.fn<() => void>();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ContactForm person={student} field="birthday" label="Birthday" value="2009-03-04" onClose={onClose} />
    </QueryClientProvider>,
  );
  const box = screen.getByRole('textbox', { name: 'Birthday' });
  const save = (text: string) => {
    fireEvent.change(box, { target: { value: text } });
    fireEvent.blur(box);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  };
  save('March 4');
  expect(screen.getByText('Invalid date')).toBeDefined();
  save('03/05/2009');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ birthday: '2009-03-05' }]);
});

it('the birthday of a student under 13 is not sent', async () => {
  const rest = vi.fn<() => Promise<never>>();
  provideTransport({ rest } as unknown as Transport);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ContactForm person={student} field="birthday" label="Birthday" value="" onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const box = screen.getByRole('textbox', { name: 'Birthday' });
  fireEvent.change(box, { target: { value: `01/01/${new Date().getFullYear() - 12}` } });
  fireEvent.blur(box);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(UNDER_AGE.title)).toBeDefined();
  expect(rest).not.toHaveBeenCalled();
});

it('says why the server refused a birthday', async () => {
  const refused = new AppError('INVALID_INPUT', '', { fields: { birthday: BIRTHDAY_BY_MENTOR } });
  provideTransport({ rest: () => Promise.reject(refused) } as unknown as Transport);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ContactForm person={student} field="birthday" label="Birthday" value="2010-03-04" onClose={() => {}} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(BIRTHDAY_BY_MENTOR)).toBeDefined();
});

it('keeps what is typed while the value is saved, and saves it next', async () => {
  const first = Promise.withResolvers<void>();
  const sent: unknown[] = [];
  const rest = async ({ body }: { body: unknown }) => {
    sent.push(body);
    await first.promise;
    return body;
  };
  provideTransport({ rest } as unknown as Transport);
  const onClose = vi.fn<() => void>();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ContactForm person={student} field="phone_number" label="Phone" value="" onClose={onClose} />
    </QueryClientProvider>,
  );
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone' });
  const save = screen.getByRole('button', { name: 'Save' });
  fireEvent.change(box, { target: { value: '415 555 0132' } });
  fireEvent.click(save);
  await waitFor(() => expect(sent).toHaveLength(1));
  fireEvent.change(box, { target: { value: '415 555 0199' } });
  await act(async () => first.resolve());
  await waitFor(() => expect(save.getAttribute('aria-busy')).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
  expect(box.value).toBe('415 555 0199');

  fireEvent.click(save);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ phone_number: '4155550132' }, { phone_number: '4155550199' }]);
});
