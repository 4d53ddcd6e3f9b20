import type { RoomEvent } from '#shared/rooms/responses.ts';

/** A message of the chat, as this browser shows it. */
export interface ChatMessage {
  id: string;
  name: string;
  text: string;
  /** The time when the server received the message; until then, when it was written. */
  at: string;
  isOwn: boolean;
  /** Whether the server has not sent it to the room yet. */
  isSending: boolean;
}

interface Handlers {
  send(request: { type: 'chat'; id: string; text: string }): void;
  onChange(messages: ChatMessage[]): void;
}

/**
 * The messages of a call. A message written without a connection, or while its connection breaks, is sent
 * again with the same id when the person is back in the room. Every browser shows an id once.
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
    // Moves the message behind those that the room received before it.
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

  /** Returns the messages in the room's order, followed by those still being sent. */
  #sorted(): ChatMessage[] {
    const messages = [...this.#messages.values()];
    return [
      ...messages.filter(({ isSending }) => !isSending),
      ...messages.filter(({ isSending }) => isSending),
    ];
  }
}
