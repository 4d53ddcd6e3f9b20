/**
 * Delays the app's code until the early requests are sent and the last page is painted. Evaluating the code
 * takes a slow phone a quarter of a second and would block both.
 */
import { waitAtMost } from '#src/lib/timing/wait-at-most.ts';
import { whenEarlyDone } from '#src/transport/early-responses.ts';

/**
 * The maximum wait: another tab can hold the lock of the early script, and a background tab paints nothing.
 */
const MAX_WAIT_MS = 150;

await waitAtMost(MAX_WAIT_MS, whenEarlyDone());
