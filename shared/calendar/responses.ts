import * as z from 'zod/mini';

/** The state of a person's calendar feed. Its URL is returned once, when the link is created. */
export const calendarFeed = z.object({
  active: z.boolean(),
  titles_only: z.boolean(),
  created_at: z.nullable(z.string()),
  address: z.nullable(z.string()),
});
export type CalendarFeed = z.infer<typeof calendarFeed>;
