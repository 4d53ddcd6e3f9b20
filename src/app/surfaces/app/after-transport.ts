/** Like `after-code.ts`: the libraries and the transport run in one task of the browser, the pages in the next. */
import { nextTask } from '#src/lib/timing/next-task.ts';

await nextTask();
