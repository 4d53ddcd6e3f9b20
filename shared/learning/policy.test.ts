import { expect, it } from 'vitest';
import { whoCan } from '#tests/factories/actors.ts';
import { canChangeArticles } from './policy.ts';

it('only staff with the permission change articles', () => {
  expect(whoCan(canChangeArticles)).toEqual(['learning_center.change_article']);
});
