import { describe, expect, it } from 'vitest';
import { bestFirst, FIT, fitOf, SEARCH_LENGTH, searchWords } from './rules.ts';

describe('the searched data', () => {
  it('is trimmed, bounded, and holds nothing that a database refuses', () => {
    expect(searchWords('  net price ')).toBe('net price');
    expect(searchWords('net\0 price')).toBe('net price');
    expect(searchWords(`${'a'.repeat(SEARCH_LENGTH - 1)}😀`).isWellFormed()).toBe(true);
    expect(searchWords('a'.repeat(5000))).toHaveLength(SEARCH_LENGTH);
    expect(searchWords(' \0 ')).toBe('');
  });
});

describe('how well a name fits', () => {
  it.each([
    ['Maya Okafor', 'maya okafor', FIT.same],
    ['Maya Okafor', 'may', FIT.begins],
    ['Maya Okafor', 'oka', FIT.wordsBegin],
    ['Maya Okafor', 'ok ma', FIT.wordsBegin],
    ['Maya Okafor', 'kafo', FIT.holds],
    ['Maya Okafor', 'maya x', FIT.none],
    ['José Álvarez', 'jose alv', FIT.begins],
    ['Jose', 'josé', FIT.same],
    ['AP (Art History)', 'art', FIT.wordsBegin],
    ['C++', '+', FIT.holds],
    ['Anything', '', FIT.holds],
    ['.* [a]', '.*', FIT.begins],
  ])('%s for "%s"', (name, words, fit) => {
    expect(fitOf(name, words)).toBe(fit);
  });

  it('orders the best first, keeps the order of equals, and takes no more than asked', () => {
    const names = ['Retake the SAT', 'SAT', 'Essay on satire', 'Satchel', 'SAT fee', 'Ask'];
    const found = (most: number) => bestFirst(names, (name) => name, 'sat', { most });
    expect(found(10)).toEqual(['SAT', 'Satchel', 'SAT fee', 'Retake the SAT', 'Essay on satire']);
    expect(found(2)).toEqual(['SAT', 'Satchel']);
    expect(bestFirst(names, (name) => name, 'a', { most: 9, atLeast: FIT.begins })).toEqual(['Ask']);
  });
});
