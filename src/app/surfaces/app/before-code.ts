/**
 * Runs before the code of the app, whose evaluation takes a slow phone a quarter of a second: requests that are not sent
 * yet would wait for it.
 */
import { waitAtMost } from '#src/lib/timing/wait-at-most.ts';
import { whenEarlySent } from '#src/transport/early-responses.ts';

/** Another tab can have the lock that the early script waits for. */
const MAX_WAIT_MS = 50;

await waitAtMost(MAX_WAIT_MS, whenEarlySent());
