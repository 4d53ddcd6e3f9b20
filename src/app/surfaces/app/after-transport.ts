/** Like `after-code.ts`: the pages are evaluated in another task than the libraries and the transport. */
import { nextTask } from '#src/lib/timing/next-task.ts';

await nextTask();
