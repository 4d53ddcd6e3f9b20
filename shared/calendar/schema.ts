import { z } from 'zod';

/** How a person's calendar feed is set. */
export const calendarFeedInput = z.strictObject({ titles_only: z.boolean() });
