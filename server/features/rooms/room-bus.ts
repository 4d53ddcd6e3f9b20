import { randomUUID } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { RoomEvent } from '#shared/rooms/responses.ts';
import type { Database } from '../../db/database.ts';
import type { Listener } from '../../db/listener.ts';
import type { RoomsRepository } from './rooms.repository.ts';

/** A message from one process to the others about a room. */
export type RoomNews = { meetingPk: number } & (
  | { kind: 'changed' }
  /** To one browser, or to everyone in the room. */
  | { kind: 'event'; to: string | null; event: RoomEvent }
  | { kind: 'declined' | 'replaced'; peerId: string }
);

const CHANNEL = 'gopath_rooms';

/** PostgreSQL accepts payloads of less than 8000 bytes. */
const PART_LENGTH = 7800;
const MAX_PARTIAL = 200;
/**
 * How long a room waits for this connection. After that, people on this process meet without those on others.
 */
const CONNECT_MS = 3000;

/**
 * Connects the processes that serve rooms, so that two people on two processes meet. The embedded database has one
 * process, so there the bus does nothing.
 */
export class RoomBus {
  readonly #database: Database;
  readonly #repository: RoomsRepository;
  readonly #origin = randomUUID().slice(0, 8);
  #listener: Listener | null = null;
  /** The parts that arrived of long messages, the oldest first. */
  readonly #partial = new Map<string, string[]>();
  #sent = 0;
  /** Resolves when messages arrive, or after {@link CONNECT_MS}. */
  connected: Promise<void> = Promise.resolve();

  constructor(database: Database, repository: RoomsRepository) {
    this.#database = database;
    this.#repository = repository;
  }

  /** @param onConnect called after each connect, because messages sent before it are lost */
  start(onNews: (news: RoomNews) => void, onConnect: () => void) {
    const connected = Promise.withResolvers<void>();
    this.#listener = this.#database.listen(CHANNEL, {
      onMessage: (payload) => {
        const news = this.#receive(payload);
        if (news !== null) onNews(news);
      },
      onConnect: () => {
        connected.resolve();
        onConnect();
      },
    });
    if (this.#listener === null) return;
    this.connected = connected.promise;
    setTimeout(() => connected.resolve(), CONNECT_MS).unref();
  }

  /** Sends a message to the other processes. */
  async publish(news: RoomNews): Promise<void> {
    if (this.#listener === null) return;
    const text = deflateRawSync(JSON.stringify(news)).toString('base64');
    const id = (this.#sent += 1);
    const count = Math.ceil(text.length / PART_LENGTH);
    for (let part = 0; part < count; part += 1) {
      const slice = text.slice(part * PART_LENGTH, (part + 1) * PART_LENGTH);
      await this.#repository.notify(CHANNEL, `${this.#origin}:${id}:${part}:${count}:${slice}`);
    }
  }

  async stop(): Promise<void> {
    await this.#listener?.close();
    this.#listener = null;
  }

  /** Returns the complete message of another process, else null. */
  #receive(payload: string): RoomNews | null {
    const [origin, id, part, count, slice = ''] = payload.split(':');
    if (origin === this.#origin) return null;
    const key = `${origin}:${id}`;
    const parts = this.#partial.get(key) ?? [];
    parts[Number(part)] = slice;
    if (Object.keys(parts).length < Number(count)) {
      this.#partial.set(key, parts);
      if (this.#partial.size > MAX_PARTIAL) this.#partial.delete(this.#partial.keys().next().value as string);
      return null;
    }
    this.#partial.delete(key);
    return JSON.parse(inflateRawSync(Buffer.from(parts.join(''), 'base64')).toString()) as RoomNews;
  }
}
