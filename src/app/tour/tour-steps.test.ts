import { expect, it } from 'vitest';
import { capabilitiesOf } from '#shared/kernel/capabilities.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { tourSteps } from './tour-steps.ts';

const OWN_ROADMAP = { permissions: ['change_roadmap'] };

const titles = (role: Role, roadmap: typeof OWN_ROADMAP | null = OWN_ROADMAP) =>
  tourSteps({ pk: 1, capabilities: capabilitiesOf({ role, permissions: [] }) }, roadmap).map(
    ({ title }) => title,
  );
const aboutRoadmap = (roadmap: typeof OWN_ROADMAP | null) =>
  titles('student', roadmap).filter((title) => title.startsWith('Roadmap'));

it('shows students the tabs of their roadmap, and everyone else their students', () => {
  expect(aboutRoadmap(OWN_ROADMAP)).toHaveLength(5);
  expect(titles('student')).not.toContain('Students');
  for (const role of ['parent', 'mentor'] as const) {
    expect(titles(role)).toContain('Students');
    expect(titles(role).join(' ')).not.toContain('Roadmap');
  }
});

it('leaves out the tabs of the roadmap that the student does not have', () => {
  expect(aboutRoadmap({ permissions: [] })).toEqual([
    'Roadmap: Academics',
    'Roadmap: Exams',
    'Roadmap: Activities',
    'Roadmap: Colleges',
  ]);
  expect(aboutRoadmap(null)).toEqual(['Roadmap']);
});

it('begins and ends the same way for everyone', () => {
  for (const role of ['student', 'parent', 'mentor'] as const) {
    expect(titles(role)[0]).toBe('Welcome to GoPath');
    expect(titles(role).at(-1)).toBe('Your account');
  }
});
