import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Me } from '#shared/users/responses.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type RestRequest, type Transport } from '#src/transport/transport.ts';
import { ReadOnlyContext } from '#src/ui/read-only.ts';
import { PictureField } from './PictureField.tsx';

it('with a lapsed membership removes the picture, but does not change it', async () => {
  const sent: string[] = [];
  provideTransport({
    rest: ({ endpoint }: RestRequest) => {
      sent.push(endpoint);
      return Promise.resolve(endpoint === 'removePicture' ? null : 'data:image/webp;base64,');
    },
  } as unknown as Transport);
  const me = { full_name: 'Maya Okafor', picture: '/api/users/5/picture/?v=1' } as unknown as Me;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ReadOnlyContext value>
        <PictureField me={me} />
      </ReadOnlyContext>
    </QueryClientProvider>,
  );
  expect(screen.getByRole('button', { name: 'Change picture' }).getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Remove picture' }));
  await waitFor(() => expect(sent).toContain('removePicture'));
});
