import { z } from 'zod';

/** The settings of a person's calendar feed. */
export const calendarFeedInput = z.strictObject({ titles_only: z.boolean() });
