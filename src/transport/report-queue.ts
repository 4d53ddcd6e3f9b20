import { Outbox } from '#src/lib/outbox/outbox.ts';
import type { OutgoingReport } from './report-outbox.ts';

/** The queue of unsent bug reports, without the code that sends them: every page checks it. */
export const reportQueue = new Outbox<OutgoingReport>('reports');
