import { expect, it } from 'vitest';
import { audiencesLabel, gradesLabel } from './labels.ts';

it.each([
  [[], ''],
  [[9, 10, 11, 12], ''],
  [[12], 'Grade 12'],
  [[12, 11, 10], 'Grades 10–12'],
  [[9, 12], 'Grades 9, 12'],
])('names the grades %j', (grades, label) => {
  expect(gradesLabel(grades)).toBe(label);
});

it('names readers, except everyone', () => {
  expect(audiencesLabel(['parent', 'mentor'])).toBe('For parents and mentors');
  expect(audiencesLabel(['student', 'parent', 'mentor'])).toBe('');
});
