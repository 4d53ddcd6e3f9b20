/**
 * Runs before the code of the app, whose evaluation takes a slow phone a quarter of a second: requests that are not sent
 * yet, and the last page if it is not painted yet, would wait for it.
 */
import { waitAtMost } from '#src/lib/timing/wait-at-most.ts';
import { whenEarlyDone } from '#src/transport/early-responses.ts';

/** Another tab can have the lock that the early script waits for, and a background tab paints nothing. */
const MAX_WAIT_MS = 150;

await waitAtMost(MAX_WAIT_MS, whenEarlyDone());
