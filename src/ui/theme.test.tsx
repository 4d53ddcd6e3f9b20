import { expect, test } from 'vitest';
import { colourScheme } from './theme.ts';

// covers: SHEL-042
test('2 is light, 3 is dark, anything else follows the system', () => {
  for (const systemIsDark of [true, false]) {
    expect(colourScheme(2, systemIsDark)).toBe('light');
    expect(colourScheme(3, systemIsDark)).toBe('dark');
    for (const other of [undefined, null, 0, 1, 4]) {
      expect(colourScheme(other, systemIsDark)).toBe(systemIsDark ? 'dark' : 'light');
    }
  }
});
