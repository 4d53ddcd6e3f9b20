import { expect, it } from 'vitest';
import { parsePicturePath, picturePath } from './picture.ts';

it('reads the addresses it writes, and nothing else', () => {
  expect(picturePath(7, null)).toBeNull();
  const path = picturePath(7, '0123456789abcdef') ?? '';
  expect(parsePicturePath(path)).toEqual({ pk: 7, version: '0123456789ab' });
  for (const other of [
    '',
    `https://evil.example${path}`,
    '/api/users/7/picture/',
    `${path}f`,
    path.replace('7', '-1'),
  ]) {
    expect(parsePicturePath(other), other).toBeNull();
  }
});
