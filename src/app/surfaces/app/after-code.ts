/**
 * Ends a task of the browser, so that it can handle taps: on a slow phone the whole code would block it for a tenth of a
 * second. React's renderer, which runs at its first use, comes after it.
 */
import { nextTask } from '#src/lib/timing/next-task.ts';

await nextTask();
