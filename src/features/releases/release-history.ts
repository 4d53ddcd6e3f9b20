import changelog from '../../../CHANGELOG.md?raw';

/** The notes of a release (SHEL-039). */
export interface Release {
  tag_name: string;
  /** The date as yyyy-MM-dd. */
  published_at: string;
  /** Markdown. */
  body: string;
}

const HEADING = /^## (v\d+\.\d+\.\d+) \((\d{4}-\d{2}-\d{2})\)$/m;

/** All releases, newest first: the sections of CHANGELOG.md (SHEL-035). */
export const RELEASE_HISTORY: readonly Release[] = readReleases(changelog);

function readReleases(text: string): Release[] {
  const [, ...parts] = text.split(HEADING);
  const releases: Release[] = [];
  for (let index = 0; index + 2 < parts.length; index += 3) {
    const [tag, date, body] = parts.slice(index, index + 3) as [string, string, string];
    releases.push({ tag_name: tag, published_at: date, body: body.trim() });
  }
  return releases;
}

/** Returns the releases that are newer than the last viewed one; all of them for an unknown one (SHEL-037). */
export function releasesAfter(lastViewed: string): readonly Release[] {
  const index = RELEASE_HISTORY.findIndex(({ tag_name: tag }) => tag === lastViewed);
  return index === -1 ? RELEASE_HISTORY : RELEASE_HISTORY.slice(0, index);
}
