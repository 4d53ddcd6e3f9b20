/** The requests to the embedded database's thread. */
export type WorkerRequest =
  | { kind: 'protocol'; bytes: Uint8Array }
  | { kind: 'reset' }
  | { kind: 'dump' }
  | { kind: 'close' };

/** The replies of the embedded database's thread. */
export type WorkerReply =
  | { kind: 'ready' }
  | { kind: 'protocol'; bytes: Uint8Array }
  | { kind: 'dump'; bytes: Uint8Array }
  | { kind: 'closed' }
  | { kind: 'failed'; message: string };
