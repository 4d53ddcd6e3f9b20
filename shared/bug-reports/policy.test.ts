import { expect, it } from 'vitest';
import { whoCan } from '#tests/factories/actors.ts';
import { canViewBugReports } from './policy.ts';

it('only staff with the permission read bug reports', () => {
  expect(whoCan(canViewBugReports)).toEqual(['bug_reports.view_report']);
});
