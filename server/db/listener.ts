import pg from 'pg';

/** What to do with the notifications of a channel. */
export interface NotificationHandler {
  onMessage(payload: string): void;
  /** Called after each connect, because notifications sent while disconnected are lost. */
  onConnect(): void;
}

const RETRY_MS = 1000;

/**
 * Receives the notifications (LISTEN) of a PostgreSQL channel on its own connection, and reconnects when the
 * connection breaks.
 */
export class Listener {
  readonly #settings: pg.ClientConfig;
  readonly #channel: string;
  readonly #handler: NotificationHandler;
  #client: pg.Client | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(settings: pg.ClientConfig, channel: string, handler: NotificationHandler) {
    this.#settings = settings;
    this.#channel = channel;
    this.#handler = handler;
    void this.#connect();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ ...this.#settings, keepAlive: true });
    this.#client = client;
    client.on('notification', ({ payload }) => this.#handler.onMessage(payload ?? ''));
    // A failed connect can also report its error here: only the first call counts.
    let isBroken = false;
    const reconnect = () => {
      if (isBroken || this.#closed) return;
      isBroken = true;
      void client.end().catch(() => undefined);
      this.#retry = setTimeout(() => void this.#connect(), RETRY_MS);
    };
    client.on('error', reconnect);
    client.on('end', reconnect);
    try {
      await client.connect();
      await client.query(`LISTEN ${client.escapeIdentifier(this.#channel)}`);
      this.#handler.onConnect();
    } catch {
      reconnect();
    }
  }
}
