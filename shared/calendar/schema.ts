import { z } from 'zod';

/** How a person's calendar feed is set. */
export const calendarFeedInput = z.strictObject({ titles_only: z.boolean() });

/** The state of a person's calendar feed; its address is told once, when it is made. */
export const calendarFeed = z.object({
  active: z.boolean(),
  titles_only: z.boolean(),
  created_at: z.string().nullable(),
  address: z.string().nullable(),
});
export type CalendarFeed = z.infer<typeof calendarFeed>;
