import { z } from 'zod';

/**
 * What a crashed page tells the server (SHEL-028): the kind of error and where in our code, never its message, which
 * could hold what the person typed.
 */
export const crashReport = z.strictObject({
  name: z.string().max(100),
  frames: z.array(z.string().max(300)).max(20),
});
export type CrashReport = z.infer<typeof crashReport>;
