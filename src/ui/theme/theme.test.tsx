import { beforeEach, expect, test } from 'vitest';
import { applyTheme, followTheme } from './theme.ts';

const { dataset } = document.documentElement;

beforeEach(() => applyTheme(null));

// covers: SHEL-042
test('2 is light, 3 is dark, anything else follows the system', () => {
  applyTheme(2);
  expect(dataset.theme).toBe('light');
  applyTheme(3);
  expect(dataset.theme).toBe('dark');
  for (const other of [null, 0, 1, 4]) {
    applyTheme(3);
    applyTheme(other);
    expect(dataset.theme).toBeUndefined();
  }
});

test('a page begins in the theme used last, and follows what another page changes', () => {
  applyTheme(3);
  delete dataset.theme;
  followTheme();
  expect(dataset.theme).toBe('dark');
  const [key = ''] = Object.keys(localStorage);
  localStorage.setItem(key, '2');
  window.dispatchEvent(new StorageEvent('storage', { key }));
  expect(dataset.theme).toBe('light');
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(dataset.theme).toBeUndefined();
});
