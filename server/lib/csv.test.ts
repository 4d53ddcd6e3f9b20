import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { streamCsv } from './csv.ts';

/** Streams the numbers from 1 to `count`. @returns the CSV, and the start and limit of each read */
async function csvOf(count: number, maxRows: number) {
  const reads: (readonly [last: number | undefined, limit: number])[] = [];
  const csv = streamCsv<number>({
    columns: ['Number', 'Name'],
    maxRows,
    read: async (last, limit) => {
      reads.push([last, limit]);
      const start = last ?? 0;
      return Array.from({ length: Math.min(limit, count - start) }, (_, index) => start + index + 1);
    },
    toCells: (number) => [number, `=${number}`],
  });
  return { lines: (await text(csv)).trim().split('\n'), reads };
}

describe('a CSV stream', () => {
  it('has a header, and no cell is a formula', async () => {
    expect((await csvOf(2, 10)).lines).toEqual(['Number,Name', "1,'=1", "2,'=2"]);
  });

  it('reads in batches until one is short', async () => {
    const { lines, reads } = await csvOf(1_500, 10_000);
    expect(lines).toHaveLength(1_501);
    expect(reads).toEqual([
      [undefined, 1_000],
      [1_000, 1_000],
    ]);
  });

  it('ends after the maximum number of rows', async () => {
    const { lines, reads } = await csvOf(5_000, 1_500);
    expect(lines).toHaveLength(1_501);
    expect(reads).toEqual([
      [undefined, 1_000],
      [1_000, 500],
    ]);
  });

  it('fails when a batch cannot be read', async () => {
    const read = () => Promise.reject(new Error('No connection'));
    const csv = streamCsv({ columns: ['Name'], maxRows: 10, read, toCells: () => [] });
    await expect(text(csv)).rejects.toThrow('No connection');
  });
});
