import * as z from 'zod/mini';

/** The state of a person's calendar feed; its address is told once, when it is made. */
export const calendarFeed = z.object({
  active: z.boolean(),
  titles_only: z.boolean(),
  created_at: z.nullable(z.string()),
  address: z.nullable(z.string()),
});
export type CalendarFeed = z.infer<typeof calendarFeed>;
