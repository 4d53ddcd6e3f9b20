import type { RoomEvent } from '#shared/rooms/responses.ts';

export interface ChatMessage {
  id: string;
  name: string;
  text: string;
  /** When the server received it, or when it was written. */
  at: string;
  isOwn: boolean;
  /** Until the server has sent it to the room. */
  isSending: boolean;
}

interface Handlers {
  send(request: { type: 'chat'; id: string; text: string }): void;
  onChange(messages: ChatMessage[]): void;
}

/**
 * The messages of a call. A message written without a connection, or while its connection breaks, is sent again with the
 * same id when the person is back in the room. Everyone shows an id once.
 */
export class Chat {
  readonly #handlers: Handlers;
  readonly #messages = new Map<string, ChatMessage>();
  #isOpen = false;

  constructor(handlers: Handlers) {
    this.#handlers = handlers;
  }

  write(text: string) {
    const id = crypto.randomUUID();
    const at = new Date().toISOString();
    this.#messages.set(id, { id, name: '', text, at, isOwn: true, isSending: true });
    if (this.#isOpen) this.#handlers.send({ type: 'chat', id, text });
    this.#handlers.onChange(this.#sorted());
  }

  receive({ id, name, text, at }: Extract<RoomEvent, { type: 'chat' }>, isOwn: boolean) {
    if (this.#messages.get(id)?.isSending === false) return;
    // Moves it behind the messages that the room got before.
    this.#messages.delete(id);
    this.#messages.set(id, { id, name, text, at, isOwn, isSending: false });
    this.#handlers.onChange(this.#sorted());
  }

  /** @param isOpen whether messages reach the room: the browser is connected, and the person was let in */
  setOpen(isOpen: boolean) {
    if (isOpen && !this.#isOpen) {
      for (const { id, text, isSending } of this.#messages.values())
        if (isSending) this.#handlers.send({ type: 'chat', id, text });
    }
    this.#isOpen = isOpen;
  }

  /** Returns the messages in the room's order, then those that are still being sent. */
  #sorted(): ChatMessage[] {
    const messages = [...this.#messages.values()];
    return [
      ...messages.filter(({ isSending }) => !isSending),
      ...messages.filter(({ isSending }) => isSending),
    ];
  }
}
