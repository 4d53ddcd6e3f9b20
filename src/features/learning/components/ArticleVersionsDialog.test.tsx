import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setTimeZone } from '#src/lib/dates/reader-zone.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { ArticleVersionsDialog } from './ArticleVersionsDialog.tsx';

afterEach(() => setTimeZone(null));

it('the history shows saved versions by the day of the reader, and the shipped text by its own date', async () => {
  const versions = [
    { version: 1, title: 'Interviews', editor: 'Ana Reyes', created_at: '2026-09-20T04:30:00.000Z' },
    { version: 0, title: 'Prepare', editor: null, created_at: '2026-09-14T00:00:00.000Z' },
  ];
  provideTransport({ rest: async () => ({ versions }) } as unknown as Transport);
  setTimeZone('America/Los_Angeles');
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ArticleVersionsDialog slug="interviews" onClose={() => undefined} onLoad={() => undefined} />
    </QueryClientProvider>,
  );
  const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(rows[0]).toContain('Version 1 by Ana Reyes, Sep 19, 2026');
  expect(rows[1]).toContain('Ships with GoPath, Sep 14, 2026');
});
