import { describe, expect, it } from 'vitest';
import { nextPollIn } from './alert-schedule.ts';

describe('the time between two polls', () => {
  it('is the server’s interval plus up to a fifth', () => {
    expect(nextPollIn({ failures: 0, seconds: 60 }, () => 0)).toBe(60);
    expect(nextPollIn({ failures: 0, seconds: 60 }, () => 1)).toBe(72);
    expect(nextPollIn({ failures: 0, seconds: 0 }, () => 0)).toBe(30);
    expect(nextPollIn({ failures: 0, seconds: 1e9 }, () => 1)).toBe(4320);
  });

  it('doubles with each failure up to an hour, and is spread over half of it', () => {
    const at = (failures: number) =>
      [0, 1].map((random) => nextPollIn({ failures, seconds: 60 }, () => random));
    expect(at(1)).toEqual([60, 120]);
    expect(at(2)).toEqual([120, 240]);
    expect(at(6)).toEqual([1800, 3600]);
    expect(at(1000)).toEqual([1800, 3600]);
  });
});
