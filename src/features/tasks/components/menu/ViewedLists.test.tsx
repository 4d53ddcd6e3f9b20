import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { type Student, ViewedLists } from './ViewedLists.tsx';

it('names a student who has no lists', async () => {
  provideTransport({ rest: async () => [] } as unknown as Transport);
  const student = { pk: 5, full_name: 'Maya Okafor' } as Student;
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <ViewedLists viewer={{ pk: 7, capabilities: ['manage_student_tasks'] }} student={student} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  expect(await screen.findByText("Maya Okafor's To-Do Lists")).toBeDefined();
  expect(screen.getByRole('button', { name: 'Add list for Maya' })).toBeDefined();
});
