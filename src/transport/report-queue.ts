import { Outbox, type OutboxEntry } from '#src/lib/outbox/outbox.ts';

/** An unsent report. Its owner is the global id of its author. */
export interface OutgoingReport extends OutboxEntry {
  body: string;
  page: string;
  commitHash: string;
  picture: Blob | null;
  /** The server's id of the uploaded screenshot, once uploaded. */
  uploaded: string | null;
  state: 'waiting' | 'sending' | 'failed';
  /** Why the server refused it permanently. */
  error: string | null;
}

/** The queue of unsent bug reports, without the code that sends them: every page checks it. */
export const reportQueue = new Outbox<OutgoingReport>('reports');
