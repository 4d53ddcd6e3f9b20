/** Ends a task of the browser, as in `after-code.ts`: the libraries and the transport before the pages. */
import { nextTask } from '#src/lib/timing/next-task.ts';

await nextTask();
