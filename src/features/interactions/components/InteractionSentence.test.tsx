import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { dueInSentence } from '#src/lib/dates/due-date.ts';
import type { Interaction, TaskInteraction } from '../queries.ts';
import { InteractionSentence } from './InteractionSentence.tsx';

const MENTOR = { pk: 1, fullName: 'Ana Marsh' };
const STUDENT = { pk: 2, fullName: 'Maya Okafor' };
const BEFORE = '2026-05-01T12:00:00.000Z';
const AFTER = '2026-06-02T12:00:00.000Z';

const change = (action: string, values: Partial<TaskInteraction> = {}): TaskInteraction => ({
  __typename: 'TaskActivityInteraction',
  id: 'id',
  createdAt: AFTER,
  student: STUDENT,
  createdBy: MENTOR,
  action,
  task: { pk: 7, name: 'Essay', containingList: { slug: 'essays' } },
  oldName: null,
  newName: null,
  oldPoints: null,
  newPoints: null,
  oldDueAt: null,
  newDueAt: null,
  oldContainingList: null,
  newContainingList: null,
  ...values,
});

function sentence(entry: Interaction, viewerPk = 9) {
  const { container } = render(
    <MemoryRouter>
      <InteractionSentence entry={entry} viewerPk={viewerPk} />
    </MemoryRouter>,
  );
  return { text: container.textContent, link: container.querySelector('a')?.getAttribute('href') ?? null };
}

const day = (text: string) => dueInSentence(new Date(text));

// covers: INT-011 INT-012
it.each([
  [change('CREATE'), 'Ana Marsh added Essay'],
  [change('UPDATE_NAME', { oldName: 'Draft', newName: 'Essay' }), 'Ana Marsh renamed “Draft” to Essay'],
  [change('UPDATE_BODY'), 'Ana Marsh changed the description of Essay'],
  [
    change('UPDATE_POINTS', { oldPoints: 5, newPoints: 10 }),
    'Ana Marsh changed the points of Essay from 5 to 10',
  ],
  [change('UPDATE_DUE_AT', { newDueAt: AFTER }), `Ana Marsh set the due date of Essay to ${day(AFTER)}`],
  [
    change('UPDATE_DUE_AT', { oldDueAt: BEFORE, newDueAt: AFTER }),
    `Ana Marsh changed the due date of Essay from ${day(BEFORE)} to ${day(AFTER)}`,
  ],
  [
    change('UPDATE_DUE_AT', { oldDueAt: BEFORE }),
    `Ana Marsh removed the due date of Essay, which was ${day(BEFORE)}`,
  ],
  [change('COMPLETE'), 'Ana Marsh completed Essay'],
  [change('UNCOMPLETE'), 'Ana Marsh reopened Essay'],
  [
    change('MOVE', { oldContainingList: { name: 'Tests' }, newContainingList: { name: 'Essays' } }),
    'Ana Marsh moved Essay from Tests to Essays',
  ],
  [change('MOVE', { newContainingList: { name: 'Essays' } }), 'Ana Marsh moved Essay to Essays'],
])('says what happened and links to the task: $action', (entry, text) => {
  expect(sentence(entry)).toEqual({ text, link: '/tasks/essays/7/' });
});

// covers: INT-013
it('links a meeting note', () => {
  const { student, createdBy, id, createdAt } = change('CREATE');
  const meetingNote = { title: 'First college list', noteId: 12 };
  expect(
    sentence({ __typename: 'MeetingNoteInteraction', id, createdAt, student, createdBy, meetingNote }, 1),
  ).toEqual({ text: 'You sent the meeting note First college list', link: '/notes/12/' });
});

it('names a deleted task without a link, and no person for a deleted account', () => {
  const task = { pk: null, name: 'Essay', containingList: null };
  expect(sentence(change('COMPLETE', { task, createdBy: null }))).toEqual({
    text: 'Someone completed Essay',
    link: null,
  });
});
