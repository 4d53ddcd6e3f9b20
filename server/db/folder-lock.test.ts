import { describe, expect, it } from 'vitest';
import { measureFolderLock } from '#tests/durability/folder-lock.ts';

describe('the lock of the data folder', () => {
  it('refuses a second process and is taken over from a dead one', async () => {
    expect(await measureFolderLock(2)).toEqual({ rounds: 2, refused: 2, takenOver: 2 });
  });
});
