/**
 * Ends the current task of the browser, so that it can handle taps: evaluating all code in one task would
 * block a slow phone for a tenth of a second. React's renderer is evaluated at its first use, in the next
 * task.
 */
import { nextTask } from '#src/lib/timing/next-task.ts';

await nextTask();
