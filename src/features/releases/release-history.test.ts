import { describe, expect, it } from 'vitest';
import { CURRENT_RELEASE } from '#shared/shell/current-release.ts';
import { RELEASES } from '#shared/shell/releases.ts';
import { RELEASE_HISTORY, releasesAfter } from './release-history.ts';

describe('the release history', () => {
  // covers: SHEL-035 SHEL-039 SHEL-040
  it('has the notes of every release in CHANGELOG.md, the current one first', () => {
    expect(RELEASE_HISTORY.map(({ tag_name: tag }) => tag)).toEqual([...RELEASES]);
    expect(RELEASE_HISTORY[0]).toMatchObject({
      tag_name: CURRENT_RELEASE,
      published_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
    });
    expect(CURRENT_RELEASE).toBe('v1.3.0');
    for (const { body } of RELEASE_HISTORY) expect(body).toMatch(/^- /);
  });

  // covers: SHEL-037
  it('returns the releases that are newer than the last viewed one', () => {
    const tagsAfter = (viewed: string) => releasesAfter(viewed).map(({ tag_name: tag }) => tag);
    expect(tagsAfter('v1.1.0')).toEqual(['v1.3.0', 'v1.2.0']);
    expect(tagsAfter('v1.3.0')).toEqual([]);
    expect(tagsAfter('')).toEqual([...RELEASES]);
  });
});
