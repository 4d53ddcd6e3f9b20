/**
 * A client of Marionette, Firefox's remote control protocol: WebDriver commands as JSON with a length prefix.
 * geckodriver, which implements it for common libraries, is in none of our package managers.
 */
import { connect, type Socket } from 'node:net';

type Answer = [kind: 1, id: number, error: { error: string; message: string } | null, result: unknown];

interface Waiting {
  command: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** An error from Firefox: `code` is WebDriver's, such as 'no such element'. */
export class MarionetteError extends Error {
  readonly code: string;

  constructor(command: string, { error, message }: { error: string; message: string }) {
    super(`${command}: ${error}: ${message}`);
    this.code = error;
  }
}

/** A connection to one Firefox. */
export class Marionette {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  #received = Buffer.alloc(0);
  #lastId = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (data) => this.#receive(data));
    socket.on('error', (error) => this.#end(error));
    socket.on('close', () => this.#end(new Error('Firefox closed the connection.')));
  }

  static async connect(port: number): Promise<Marionette> {
    const socket = connect(port, '127.0.0.1');
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return new Marionette(socket);
  }

  /** @throws MarionetteError */
  send<Result>(command: string, parameters: object = {}): Promise<Result> {
    const id = ++this.#lastId;
    const text = JSON.stringify([0, id, command, parameters]);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { command, resolve: resolve as Waiting['resolve'], reject });
      this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  }

  close() {
    this.#socket.destroy();
  }

  #receive(data: Buffer) {
    this.#received = Buffer.concat([this.#received, data]);
    for (;;) {
      const colon = this.#received.indexOf(':');
      const end = colon + 1 + Number(this.#received.subarray(0, Math.max(colon, 0)).toString());
      if (colon === -1 || this.#received.length < end) return;
      const message = JSON.parse(this.#received.subarray(colon + 1, end).toString()) as unknown;
      this.#received = this.#received.subarray(end);
      // The first message, an object, is the greeting.
      if (Array.isArray(message)) this.#answer(message as Answer);
    }
  }

  #answer([, id, error, result]: Answer) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error !== null) waiting?.reject(new MarionetteError(waiting.command, error));
    // Most commands wrap their result.
    else waiting?.resolve(isWrapped(result) ? result.value : result);
  }

  #end(error: Error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

function isWrapped(result: unknown): result is { value: unknown } {
  return typeof result === 'object' && result !== null && Object.keys(result).join() === 'value';
}
