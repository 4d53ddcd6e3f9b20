import { on, once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { WorkerReply, WorkerRequest } from './messages.ts';
import { ProtocolStream } from './protocol-stream.ts';

/** A PGlite database in its own thread. `pg` connects through {@link EmbeddedDatabase.stream}. */
export class EmbeddedDatabase {
  readonly #worker: Worker;
  #protocol: ProtocolStream | undefined;
  #dump: ((bytes: Uint8Array) => void) | undefined;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (message: WorkerReply) => {
      if (message.kind === 'protocol') this.#protocol?.answer(message.bytes);
      if (message.kind === 'dump') this.#dump?.(message.bytes);
      if (message.kind === 'failed') this.#protocol?.destroy(new Error(message.message));
    });
    worker.on('error', (error: Error) => this.#protocol?.destroy(error));
  }

  /**
   * Opens the database.
   * @param folder the data folder; null for in memory
   * @param image a file created by {@link dump}, loaded when the folder is empty
   */
  static async open(folder: string | null, image: string | null = null): Promise<EmbeddedDatabase> {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { folder, image } });
    // In watch mode (`npm run dev`) Node itself sends other messages first.
    const messages = on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[WorkerReply]>;
    for await (const [message] of messages) {
      if (message.kind === 'ready') return new EmbeddedDatabase(worker);
      if (message.kind === 'failed') throw new Error(message.message);
    }
    throw new Error('The embedded database did not start.');
  }

  /** Creates a connection for `pg` (its `stream` option). There is one session: use one connection at a time. */
  readonly stream = (): ProtocolStream => {
    const protocol = new ProtocolStream((bytes) => this.#send({ kind: 'protocol', bytes }));
    this.#protocol = protocol;
    this.#send({ kind: 'reset' });
    return protocol;
  };

  /** Returns the whole database as a file's content, for a fast first start and for test templates. */
  dump(): Promise<Uint8Array> {
    return new Promise((resolve) => {
      this.#dump = resolve;
      this.#send({ kind: 'dump' });
    });
  }

  async close(): Promise<void> {
    const closed = once(this.#worker, 'exit');
    this.#send({ kind: 'close' });
    await closed;
  }

  #send(request: WorkerRequest) {
    this.#worker.postMessage(request);
  }
}
