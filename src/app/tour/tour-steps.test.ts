import { expect, it } from 'vitest';
import { capabilitiesOf } from '#shared/kernel/capabilities.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { tourSteps } from './tour-steps.ts';

const titles = (role: Role) =>
  tourSteps({ pk: 1, capabilities: capabilitiesOf({ role, permissions: [] }) }).map(({ title }) => title);

it('shows students the tabs of their roadmap, and everyone else their students', () => {
  expect(titles('student').filter((title) => title.startsWith('Roadmap'))).toHaveLength(5);
  expect(titles('student')).not.toContain('Students');
  for (const role of ['parent', 'mentor'] as const) {
    expect(titles(role)).toContain('Students');
    expect(titles(role).join(' ')).not.toContain('Roadmap');
  }
});

it('begins and ends the same way for everyone', () => {
  for (const role of ['student', 'parent', 'mentor'] as const) {
    expect(titles(role)[0]).toBe('Welcome to GoPath');
    expect(titles(role).at(-1)).toBe('Your account');
  }
});
