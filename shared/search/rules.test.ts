import { describe, expect, it } from 'vitest';
import { bestFirst, MATCH, matchOf, SEARCH_LENGTH, normalizeSearch } from './rules.ts';

describe('the searched data', () => {
  it('is trimmed, bounded, and holds nothing that a database refuses', () => {
    expect(normalizeSearch('  net price ')).toBe('net price');
    expect(normalizeSearch('net\0 price')).toBe('net price');
    expect(normalizeSearch(`${'a'.repeat(SEARCH_LENGTH - 1)}😀`).isWellFormed()).toBe(true);
    expect(normalizeSearch('a'.repeat(5000))).toHaveLength(SEARCH_LENGTH);
    expect(normalizeSearch(' \0 ')).toBe('');
  });
});

describe('how well a name fits', () => {
  it.each([
    ['Maya Okafor', 'maya okafor', MATCH.exact],
    ['Maya Okafor', 'may', MATCH.prefix],
    ['Maya Okafor', 'oka', MATCH.wordPrefix],
    ['Maya Okafor', 'ok ma', MATCH.wordPrefix],
    ['Maya Okafor', 'kafo', MATCH.contains],
    ['Maya Okafor', 'maya x', MATCH.none],
    ['José Álvarez', 'jose alv', MATCH.prefix],
    ['Jose', 'josé', MATCH.exact],
    ['AP (Art History)', 'art', MATCH.wordPrefix],
    ['C++', '+', MATCH.contains],
    ['Anything', '', MATCH.contains],
    ['.* [a]', '.*', MATCH.prefix],
  ])('%s for "%s"', (name, words, match) => {
    expect(matchOf(name, words)).toBe(match);
  });

  it('orders the best first, keeps the order of equals, and returns no more than the limit', () => {
    const names = ['Retake the SAT', 'SAT', 'Essay on satire', 'Satchel', 'SAT fee', 'Ask'];
    const found = (limit: number) => bestFirst(names, (name) => name, 'sat', { limit });
    expect(found(10)).toEqual(['SAT', 'Satchel', 'SAT fee', 'Retake the SAT', 'Essay on satire']);
    expect(found(2)).toEqual(['SAT', 'Satchel']);
    expect(bestFirst(names, (name) => name, 'a', { limit: 9, atLeast: MATCH.prefix })).toEqual(['Ask']);
  });
});
