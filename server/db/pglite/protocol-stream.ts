import { Duplex } from 'node:stream';

const SYNC = 'S'.charCodeAt(0);
const QUERY = 'Q'.charCodeAt(0);
const FLUSH = 'H'.charCodeAt(0);
const TERMINATE = 'X'.charCodeAt(0);

/**
 * Replaces the socket of `pg`: buffers the client's bytes and forwards complete exchanges (up to a Query, Sync or
 * Flush), because the embedded database processes one exchange at a time.
 */
export class ProtocolStream extends Duplex {
  readonly #send: (exchange: Uint8Array) => void;
  #pending: Buffer = Buffer.alloc(0);
  #started = false;

  constructor(send: (exchange: Uint8Array) => void) {
    super();
    this.#send = send;
  }

  /** Called by `pg` instead of a socket's connect. */
  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  /** Passes the database's response to the client. */
  answer(bytes: Uint8Array) {
    this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  override _read() {
    // Responses are pushed when they arrive.
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void) {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    this.#forwardWholeExchanges();
    done();
  }

  override _final(done: (error?: Error | null) => void) {
    this.push(null);
    done();
  }

  #forwardWholeExchanges() {
    let end = 0;
    let position = 0;
    while (position < this.#pending.length) {
      // Only the start-up message has no type byte.
      const header = this.#started ? 1 : 0;
      if (this.#pending.length < position + header + 4) break;
      const type = this.#started ? this.#pending[position] : QUERY;
      const next = position + header + this.#pending.readInt32BE(position + header);
      if (next > this.#pending.length) break;
      position = next;
      this.#started = true;
      if (type === TERMINATE) {
        this.push(null);
        return;
      }
      if (type === SYNC || type === QUERY || type === FLUSH) end = position;
    }
    if (end === 0) return;
    const exchange = Uint8Array.from(this.#pending.subarray(0, end));
    this.#pending = this.#pending.subarray(end);
    this.#send(exchange);
  }
}
