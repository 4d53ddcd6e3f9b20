import { describe, expect, it } from 'vitest';
import { type Found, omniboxLines } from './omnibox-lines.ts';

const found = {
  viewerPk: 5,
  tasks: [
    {
      pk: 7,
      userPk: 1,
      name: 'SAT <registration> & fee',
      containingList: { id: 'a', pk: 2, slug: 'sat-preparation', name: 'SAT preparation' },
    },
  ],
  students: [
    { id: 'b', pk: 1, fullName: 'Sata Okafor' },
    { id: 'c', pk: 3, fullName: 'Liam Castellano' },
  ],
  notes: [{ cursor: 'd', node: { pk: 9, title: 'SAT baseline', student: { fullName: 'Liam Castellano' } } }],
} as unknown as Found;

describe('the keyword in the address bar', () => {
  it('lists tasks, students and notes, and names the student of each task and note', () => {
    expect(omniboxLines('sat', found, 'xml')).toEqual([
      {
        content: '/users/1/tasks/sat-preparation/7/',
        description: 'Task: SAT &#60;registration&#62; &#38; fee <dim>Sata Okafor, SAT preparation</dim>',
      },
      { content: '/users/1/', description: 'Student: Sata Okafor' },
      { content: '/notes/9/', description: 'Note: SAT baseline <dim>Liam Castellano</dim>' },
    ]);
  });

  it('links the viewer’s own tasks to their own list', () => {
    const [line] = omniboxLines('fee', { ...found, viewerPk: 1 }, 'text');
    expect(line?.content).toBe('/tasks/sat-preparation/7/');
  });

  it('gives Chrome no noncharacters, which its XML parser refuses', () => {
    const tasks = found.tasks.map((task) => ({ ...task, name: 'SAT\ufffe\ufdd0\u{1ffff} fee' }));
    const [line] = omniboxLines('fee', { ...found, tasks }, 'xml');
    expect(line?.description).toMatch(/^Task: SAT fee </);
  });

  it('gives Firefox plain text', () => {
    expect(omniboxLines('fee', found, 'text')[0]?.description).toBe(
      'Task: SAT <registration> & fee (Sata Okafor, SAT preparation)',
    );
  });
});
