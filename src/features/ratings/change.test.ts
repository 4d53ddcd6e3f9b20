import { describe, expect, it } from 'vitest';
import { pointsChange, signed, trendOf } from './change.ts';

const review = (points: number, formulaVersion = 1) => ({ points, formulaVersion });

describe('changes between reviews', () => {
  it('compare points of the same formula only', () => {
    expect(pointsChange(review(120), review(150))).toBe(-30);
    expect(pointsChange(review(120, 2), review(150, 1))).toBeNull();
    expect(pointsChange(review(120), undefined)).toBeNull();
  });

  it('have a sign, except no change', () => {
    expect([20, 0, -30].map(signed)).toEqual(['+20', '0', '−30']);
  });

  it('form a trend of the newest formula, oldest first', () => {
    expect(trendOf([review(90, 2), review(60, 2), review(300, 1)])).toEqual([review(60, 2), review(90, 2)]);
    expect(trendOf([])).toEqual([]);
  });
});
