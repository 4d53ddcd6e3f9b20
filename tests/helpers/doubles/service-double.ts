import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A local server that speaks the protocol of an external service. */
export abstract class ServiceDouble {
  readonly #server = createServer((request, response) => void this.answer(request, response));
  url = '';

  protected abstract answer(request: IncomingMessage, response: ServerResponse): unknown;

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
