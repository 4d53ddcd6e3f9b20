import { z } from 'zod';

/** The tags of all releases, newest first. CHANGELOG.md has their notes. */
export const RELEASES = ['v1.3.0', 'v1.2.0', 'v1.1.0', 'v1.0.0'] as const;

/** `POST /api/me/update_last_release_viewed/` (SHEL-041). */
export const releaseViewedInput = z.strictObject({ tag_name: z.enum(RELEASES) });
