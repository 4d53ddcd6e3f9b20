import { z } from 'zod';

/**
 * The crash report of a page (SHEL-028): the kind of error and positions in our code, never its message, which could
 * contain typed text.
 */
export const crashReport = z.strictObject({
  name: z.string().max(100),
  frames: z.array(z.string().max(300)).max(20),
});
export type CrashReport = z.infer<typeof crashReport>;
