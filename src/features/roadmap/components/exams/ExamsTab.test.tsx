import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createQueryClient } from '#src/transport/query-client.ts';
import type { Roadmap } from '../../queries.ts';
import { ExamsTab } from './ExamsTab.tsx';

const roadmap = {
  id: 'roadmap',
  permissions: ['change_roadmap'],
  satScores: [],
  actScores: [],
  examScores: [
    {
      id: 'score',
      takenAt: '2026-05-01',
      score: null,
      exam: { name: 'AP Biology', examCategory: { name: 'AP', datePrecision: 'A_2', maxScore: 5 } },
    },
  ],
} as unknown as Roadmap;

// covers: EXAM-009
it('the dialog that deletes a score shows its date with the precision of the exam', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ExamsTab roadmap={roadmap} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: /AP Biology/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  expect(await screen.findByText(/^Exam date/)).toHaveProperty('textContent', 'Exam date: 2026.');
});
