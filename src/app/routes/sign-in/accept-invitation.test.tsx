import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import type { OpenInvitation } from '#shared/invitations/responses.ts';
import { INVALID_INVITATION } from '#shared/invitations/texts.ts';
import { notFound } from '#shared/kernel/errors.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { readOpenInvitation } from '#src/transport/sign-in-web.ts';
import { provideTransport, type RestRequest, type Transport } from '#src/transport/transport.ts';
import { Component } from './accept-invitation.tsx';

vi.mock('#src/transport/sign-in-web.ts', () => ({
  beginSignIn: () => undefined,
  readOpenInvitation: vi.fn<(token: string) => Promise<OpenInvitation>>(),
}));
vi.mock('#src/features/users/queries.ts', () => ({
  userQueries: {
    me: () => ({
      queryKey: ['me'],
      queryFn: () => ({ full_name: 'Ngozi Okafor', email: 'ngozi@gopath.example' }),
    }),
  },
}));

it('keeps the invitation on the page until the next page has loaded', async () => {
  vi.mocked(readOpenInvitation).mockResolvedValueOnce({
    inviter: 'Maya Okafor',
    inviter_role: 'student',
    role: 'parent',
    email: 'ngozi@gopath.example',
    way: 'sign_in',
    is_new: false,
  });
  vi.mocked(readOpenInvitation).mockRejectedValue(notFound());
  const requests: string[] = [];
  const rest = async ({ endpoint }: RestRequest) => {
    requests.push(endpoint);
    return null;
  };
  provideTransport({ rest } as unknown as Transport);
  const home = Promise.withResolvers<{ element: string }>();
  const router = createMemoryRouter(
    [
      { path: '/invitations/accept_invitation/:token', element: <Component /> },
      { path: '/', lazy: () => home.promise },
    ],
    { initialEntries: ['/invitations/accept_invitation/secret/'] },
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Accept invitation' }));
  await waitFor(() => expect(readOpenInvitation).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(router.state.navigation.state).toBe('loading'));
  expect(requests).toEqual(['acceptInvitation']);
  expect(screen.queryByText(INVALID_INVITATION.title)).toBeNull();
  expect(screen.getByRole('button', { name: 'Accept invitation' }).getAttribute('aria-busy')).toBe('true');
  home.resolve({ element: 'Dashboard' });
  expect(await screen.findByText('Dashboard')).toBeTruthy();
});
