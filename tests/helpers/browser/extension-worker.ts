/** The developer tools of the extension's worker: its network requests, and code run inside of it. */
import { EXTENSION_ID } from '#shared/session/extension.ts';

/** A request of the worker, with the status of its response. */
export interface WorkerRequest {
  url: string;
  headers: Record<string, string>;
  status: number | null;
}

interface Message {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { message: string };
}

/** A connection to the developer tools of the running worker. */
export class WorkerInspector {
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, (message: Message) => void>();
  readonly #requests = new Map<string, WorkerRequest>();
  #lastId = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as Message));
  }

  /** @param port the browser's remote debugging port */
  static async attach(port: number): Promise<WorkerInspector> {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
    const targets = (await answer.json()) as { type: string; url: string; webSocketDebuggerUrl: string }[];
    const target = targets.find(({ type, url }) => type === 'service_worker' && url.includes(EXTENSION_ID));
    if (target === undefined) throw new Error('The worker does not run.');
    const socket = new WebSocket(target.webSocketDebuggerUrl);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', reject);
    });
    const inspector = new WorkerInspector(socket);
    await inspector.#send('Network.enable');
    return inspector;
  }

  #receive({ id, method, params, ...message }: Message) {
    if (id !== undefined) {
      this.#answers.get(id)?.(message);
      this.#answers.delete(id);
    } else if (method === 'Network.requestWillBeSent') {
      const { requestId, request } = params as { requestId: string; request: WorkerRequest };
      this.#requests.set(requestId, { url: request.url, headers: request.headers, status: null });
    } else if (method === 'Network.responseReceived') {
      const { requestId, response } = params as { requestId: string; response: { status: number } };
      const request = this.#requests.get(requestId);
      if (request !== undefined) request.status = response.status;
    }
  }

  async #send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const id = (this.#lastId += 1);
    const { result, error } = await new Promise<Message>((resolve) => {
      this.#answers.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  }

  /** Returns the worker's requests since this was attached. @param part of the address */
  requests(part: string): WorkerRequest[] {
    return [...this.#requests.values()].filter(({ url }) => url.includes(part));
  }

  /** Runs code in the worker, for events that only the browser's own UI can cause. */
  async run(code: string): Promise<void> {
    const { exceptionDetails } = await this.#send('Runtime.evaluate', {
      expression: code,
      awaitPromise: true,
    });
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
  }

  detach() {
    this.#socket.close();
  }
}
