import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
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

const TESTS = {
  satScores: [
    {
      id: 'sat',
      takenAt: '2026-03-14',
      score: 1400,
      erw: 700,
      math: 700,
      reading: 8,
      analysis: 7,
      writing: 8,
    },
  ],
  actScores: [
    { id: 'act', takenAt: '2026-04-11', score: 30, english: 31, mathematics: 29, reading: 30, science: null },
  ],
};

function renderTab(part: object = {}) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ExamsTab owner="7" roadmap={{ ...roadmap, ...part }} />
    </QueryClientProvider>,
  );
}

// covers: EXAM-009
it('the dialog that deletes a score shows its date with the precision of the exam', async () => {
  renderTab();
  fireEvent.click(screen.getByRole('button', { name: /AP Biology/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  expect(await screen.findByText(/^Exam date/)).toHaveProperty('textContent', 'Exam date: 2026.');
});

it('SAT and ACT have their own columns and forms', async () => {
  renderTab(TESTS);
  const headersOf = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent);
  expect(headersOf('SAT score')).toContain('Essay analysis');
  expect(headersOf('ACT score')).toContain('Science');
  fireEvent.click(screen.getByRole('button', { name: 'Add ACT score' }));
  const form = await screen.findByRole('form', { name: 'ACT score' });
  expect(within(form).getByLabelText(/^Mathematics/)).toBeDefined();
});

it('people who can only read see no actions', () => {
  renderTab({ ...TESTS, permissions: [] });
  expect(screen.getByRole('table', { name: 'SAT score' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /Add|Edit|Delete/ })).toBeNull();
});
