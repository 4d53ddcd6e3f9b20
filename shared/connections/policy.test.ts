import { expect, it } from 'vitest';
import { whoCan } from '#tests/factories/actors.ts';
import { canSeeConnections } from './policy.ts';

it('only staff who read bug reports see the connections', () => {
  expect(whoCan(canSeeConnections)).toEqual(['bug_reports.view_report']);
});
