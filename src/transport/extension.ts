import { send } from '#src/messaging/send.ts';
import type { Requests } from '#src/messaging/contract.ts';
import type { Transport } from './transport.ts';

type Cancellable = 'graphql' | 'rest';

/** Sends a request and forwards its cancellation to the worker: an AbortSignal cannot be sent in a message. */
async function sendCancellable<Kind extends Cancellable>(
  kind: Kind,
  input: Omit<Requests[Kind]['input'], 'id'>,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  signal?.throwIfAborted();
  const id = crypto.randomUUID();
  const cancel = () => void send('cancel', { id }).catch(() => undefined);
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await send(kind, { ...input, id } as Requests[Kind]['input']);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

/** The transport of the extension's pages: messages to the worker, which adds the token. */
export const extensionTransport: Transport = {
  graphql: (request, signal) => sendCancellable('graphql', request, signal),
  rest: (request, signal) => sendCancellable('rest', request, signal),
  /** The worker opens a browser window. */
  async signIn(mode) {
    await send('sign_in', { mode });
    return true;
  },
  async requestPasswordReset(email) {
    await send('reset_password', { email });
  },
  async deliverReports() {
    await send('deliver_reports', null);
  },
  async signOut() {
    await send('sign_out', null);
  },
};
