/** What the embedded database's thread is asked. */
export type WorkerRequest =
  { kind: 'protocol'; bytes: Uint8Array } | { kind: 'reset' } | { kind: 'dump' } | { kind: 'close' };

/** What it answers. */
export type WorkerReply =
  | { kind: 'ready' }
  | { kind: 'protocol'; bytes: Uint8Array }
  | { kind: 'dump'; bytes: Uint8Array }
  | { kind: 'closed' }
  | { kind: 'failed'; message: string };
