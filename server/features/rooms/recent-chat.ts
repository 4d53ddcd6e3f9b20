import type { RoomEvent } from '#shared/rooms/responses.ts';

type ChatEvent = Extract<RoomEvent, { type: 'chat' }>;

/** A broken connection can stay unnoticed for 15 seconds, and a restart of the server takes some more. */
const KEPT_MS = 60_000;
const MAX_KEPT = 200;

/**
 * The chat messages of the last minute, for people whose connection was broken when a message was sent. They stay in
 * memory; nothing stores a chat.
 */
export class RecentChat {
  readonly #events = new Map<number, ChatEvent[]>();

  add(meetingPk: number, event: ChatEvent) {
    const events = this.#events.get(meetingPk) ?? [];
    this.#events.set(meetingPk, [...events, event].slice(-MAX_KEPT));
  }

  /**
   * Returns the messages that a person may have missed. @param joinedAt excludes messages from before they
   * joined
   */
  since(meetingPk: number, joinedAt: Date): ChatEvent[] {
    return (this.#events.get(meetingPk) ?? []).filter(({ at }) => Date.parse(at) >= joinedAt.getTime());
  }

  /** Drops messages that are older than a minute. */
  deleteOld() {
    const limit = Date.now() - KEPT_MS;
    for (const [meetingPk, events] of this.#events) {
      const kept = events.filter(({ at }) => Date.parse(at) > limit);
      if (kept.length === 0) this.#events.delete(meetingPk);
      else this.#events.set(meetingPk, kept);
    }
  }
}
