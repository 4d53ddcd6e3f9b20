import { CLOSE_CODES } from '#shared/rooms/close-codes.ts';
import { PING_SECONDS } from '#shared/rooms/constants.ts';
import type { IceServer, JitsiAccess, RoomEvent, RoomPeer } from '#shared/rooms/responses.ts';
import type { RoomRequest } from '#shared/rooms/schema.ts';
import { RecentChat } from './recent-chat.ts';
import type { RoomBus, RoomNews } from './room-bus.ts';
import { RoomConnection, type Socket } from './room-connection.ts';
import type { HeldSeat, RoomsRepository, SeatRow } from './rooms.repository.ts';

/** A room with a browser on this process. */
interface LocalRoom {
  connections: Map<string, RoomConnection>;
  /** The seats of all processes, as last read. */
  seats: SeatRow[];
  /** The seats as last sent, to send only changes. */
  sent: string;
  reading: Promise<void> | null;
  isStale: boolean;
}

type RequestOf<Type extends RoomRequest['type']> = Extract<RoomRequest, { type: Type }>;

/**
 * The browsers on this process, by room. Seats are in the database, so that processes share rooms.
 *
 *     browser -> RoomConnection -> #receiveRequest -> #handle: changes a seat, or sends an event
 *     a seat changed -> #announceChange -> #refresh: reads the seats, sends them to the browsers of this process
 *                                      '-> RoomBus -> #receiveNews on the other processes -> #refresh there
 *     an event (chat, signal) -> #deliver: to the browsers of this process, and over RoomBus to the others
 *
 * A sweep every few seconds corrects what a failure left behind: it ends silent connections and expired seats.
 */
export class RoomHub {
  readonly #repository: RoomsRepository;
  readonly #bus: RoomBus;
  readonly #iceServers: (userPk: number) => IceServer[];
  readonly #videoAccess: (connection: string) => Promise<JitsiAccess | null>;
  readonly #onPresent: (meetingPk: number, seats: readonly SeatRow[]) => Promise<void>;
  readonly #rooms = new Map<number, LocalRoom>();
  readonly #chat = new RecentChat();
  readonly #running = new Set<Promise<void>>();
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param options.onPresent called when the people in a room changed */
  constructor(options: {
    repository: RoomsRepository;
    bus: RoomBus;
    iceServers: (userPk: number) => IceServer[];
    videoAccess: (connection: string) => Promise<JitsiAccess | null>;
    onPresent: (meetingPk: number, seats: readonly SeatRow[]) => Promise<void>;
  }) {
    this.#repository = options.repository;
    this.#bus = options.bus;
    this.#iceServers = options.iceServers;
    this.#videoAccess = options.videoAccess;
    this.#onPresent = options.onPresent;
  }

  /** Adds a browser that holds a seat. It gets the chat messages that were sent while it was not connected. */
  connect(connectionId: string, { joinedAt, ...seat }: HeldSeat, socket: Socket) {
    if (this.#timer === undefined) this.#start();
    const { meetingPk, peerId } = seat;
    const room = this.#rooms.get(meetingPk) ?? {
      connections: new Map<string, RoomConnection>(),
      seats: [],
      sent: '',
      reading: null,
      isStale: false,
    };
    this.#rooms.set(meetingPk, room);
    const connection = new RoomConnection(connectionId, seat, socket);
    connection.listen({
      onRequest: (request) => this.#receiveRequest(room, connection, request),
      onClose: () => this.#run(this.#handleClose(room, connection)),
    });
    room.connections.get(peerId)?.close(CLOSE_CODES.replaced, 'Connected again');
    room.connections.set(peerId, connection);
    if (joinedAt !== null) for (const event of this.#chat.since(meetingPk, joinedAt)) connection.send(event);
    // Sends the list even if it did not change, because a browser that reconnected needs it.
    room.sent = '';
    this.#run(this.#announceChange(meetingPk));
  }

  /** Disconnects a device whose seat was taken by another device of the same person. */
  async replace(meetingPk: number, peerId: string): Promise<void> {
    // Starts the connection to other processes, which must learn of the replacement.
    if (this.#timer === undefined) this.#start();
    this.#closeReplaced(meetingPk, peerId);
    await this.#bus.publish({ meetingPk, kind: 'replaced', peerId });
    await this.#announceChange(meetingPk);
  }

  /** Keeps the seats of connections that still send pings, ends the others, and sends what changed. */
  async sweep(): Promise<void> {
    const all = [...this.#rooms.values()].flatMap(({ connections }) => [...connections.values()]);
    for (const connection of all) connection.endIfSilent();
    this.#chat.deleteOld();
    if (all.length > 0) {
      const kept = new Set(await this.#repository.keep(all.map(({ id }) => id)));
      await this.#closeLost(all.filter(({ id }) => !kept.has(id)));
    }
    for (const meetingPk of await this.#repository.endExpired())
      await this.#bus.publish({ meetingPk, kind: 'changed' });
    await Promise.all([...this.#rooms.keys()].map((meetingPk) => this.#refresh(meetingPk)));
  }

  /** Ends every connection and waits for its last statement. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    for (const { connections } of this.#rooms.values())
      for (const connection of connections.values()) connection.terminate();
    // A terminated socket reports its close later.
    while (this.#running.size > 0 || [...this.#rooms.values()].some((room) => room.connections.size > 0)) {
      await Promise.allSettled(this.#running);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await this.#bus.stop();
  }

  /**
   * Closes connections without a seat. After a failure of the database, another process can end living seats before
   * this one keeps them: their people connect again and take new ones.
   */
  async #closeLost(lost: readonly RoomConnection[]): Promise<void> {
    if (lost.length === 0) return;
    const expired = new Set(await this.#repository.expired(lost));
    for (const connection of lost) {
      if (expired.has(connection.id)) {
        connection.close(CLOSE_CODES.expired, 'Connect again');
        continue;
      }
      connection.isLeaving = true;
      connection.close(CLOSE_CODES.notFound, 'Not found');
    }
  }

  #start() {
    this.#bus.start(
      (news) => this.#receiveNews(news),
      () => this.#run(this.sweep()),
    );
    this.#timer = setInterval(() => this.#run(this.sweep()), PING_SECONDS * 1000);
    this.#timer.unref();
  }

  /** Runs a task whose failure must not end the process: the next sweep corrects the room. */
  #run(task: Promise<void>) {
    const running = task.catch(() => undefined).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /**
   * Handles the messages of a browser one after the other. A reconnected browser sends its queued messages immediately,
   * often before this process has read the seats. Without the seats they would reach nobody, so they wait for them.
   */
  #receiveRequest(room: LocalRoom, connection: RoomConnection, request: RoomRequest) {
    const { meetingPk, peerId } = connection.seat;
    const isSeated = room.seats.some((seat) => seat.peerId === peerId);
    if (isSeated && connection.queuedRequests === 0) return this.#handle(room, connection, request);
    connection.queuedRequests += 1;
    return this.#run(
      this.#refresh(meetingPk)
        .then(() => this.#handle(room, connection, request))
        .finally(() => (connection.queuedRequests -= 1)),
    );
  }

  #handle(room: LocalRoom, connection: RoomConnection, request: RoomRequest) {
    const { peerId, isProvider, userPk } = connection.seat;
    if (request.type === 'leave') {
      connection.isLeaving = true;
      return connection.close(CLOSE_CODES.left, 'Left');
    }
    if (request.type === 'ice') return connection.send({ type: 'ice', servers: this.#iceServers(userPk) });
    if (request.type === 'video') return this.#run(this.#sendVideo(connection));
    if (request.type === 'admit' || request.type === 'decline') {
      if (!isProvider) return connection.refuse('FORBIDDEN', 'Only the provider lets people in.');
      return this.#run(this.#admitOrDecline(connection, request.type, request.peer));
    }
    const self = room.seats.find((seat) => seat.peerId === peerId) ?? connection.seat;
    if (!self.admitted) return connection.refuse('FORBIDDEN', 'Wait until you are let in.');
    if (request.type === 'chat') return this.#sendChat(room, self, request);
    if (request.type === 'signal') return this.#forwardSignal(room, connection, request);
    return undefined;
  }

  /** Sends a chat message to everyone in the room, on all processes. */
  #sendChat(room: LocalRoom, { meetingPk, peerId, name }: SeatRow, { id, text }: RequestOf<'chat'>) {
    const at = new Date().toISOString();
    const event = { type: 'chat' as const, id, from: peerId, name, text, at };
    this.#chat.add(meetingPk, event);
    this.#deliver(room, null, event);
    this.#run(this.#bus.publish({ meetingPk, kind: 'event', to: null, event }));
  }

  /** Forwards a WebRTC signal to one person in the room, on this process or another. */
  #forwardSignal(room: LocalRoom, connection: RoomConnection, { to, signal }: RequestOf<'signal'>) {
    const { meetingPk, peerId } = connection.seat;
    if (!room.seats.some((seat) => seat.peerId === to && seat.admitted))
      return connection.refuse('NOT_FOUND', 'This person is not in the room.');
    const event: RoomEvent = { type: 'signal', from: peerId, signal };
    if (this.#deliver(room, to, event)) return undefined;
    return this.#run(this.#bus.publish({ meetingPk, kind: 'event', to, event }));
  }

  async #sendVideo(connection: RoomConnection): Promise<void> {
    const access = await this.#videoAccess(connection.id);
    if (access === null) connection.refuse('FORBIDDEN', 'You cannot open the video now.');
    else connection.send({ type: 'video', ...access });
  }

  async #admitOrDecline(
    connection: RoomConnection,
    decision: 'admit' | 'decline',
    peerId: string,
  ): Promise<void> {
    const { meetingPk } = connection.seat;
    if (!(await this.#repository[decision](meetingPk, peerId))) return;
    if (decision === 'decline') {
      this.#decline(meetingPk, peerId);
      await this.#bus.publish({ meetingPk, kind: 'declined', peerId });
    }
    await this.#announceChange(meetingPk);
  }

  #decline(meetingPk: number, peerId: string) {
    this.#rooms.get(meetingPk)?.connections.get(peerId)?.close(CLOSE_CODES.declined, 'Declined');
  }

  #closeReplaced(meetingPk: number, peerId: string) {
    this.#rooms.get(meetingPk)?.connections.get(peerId)?.close(CLOSE_CODES.replaced, 'Replaced');
  }

  /** Ends the seat of a closed connection, or keeps it for some seconds if the connection broke. */
  async #handleClose(room: LocalRoom, connection: RoomConnection): Promise<void> {
    const { meetingPk, peerId } = connection.seat;
    if (room.connections.get(peerId) === connection) room.connections.delete(peerId);
    // A replaced connection can close so late that the meeting has a new room.
    if (room.connections.size === 0 && this.#rooms.get(meetingPk) === room) this.#rooms.delete(meetingPk);
    await (connection.isLeaving
      ? this.#repository.leave(connection.id)
      : this.#repository.disconnect(connection.id));
    await this.#announceChange(meetingPk);
  }

  /** Sends an event to one browser, or to everyone who was let in. @returns whether a browser of this process got it */
  #deliver(room: LocalRoom, to: string | null, event: RoomEvent): boolean {
    if (to !== null) {
      const connection = room.connections.get(to);
      connection?.send(event);
      return connection !== undefined;
    }
    for (const seat of room.seats) {
      if (seat.admitted) room.connections.get(seat.peerId)?.send(event);
    }
    return true;
  }

  /** Handles a message of another process. */
  #receiveNews(news: RoomNews) {
    if (news.kind === 'event' && news.event.type === 'chat') this.#chat.add(news.meetingPk, news.event);
    const room = this.#rooms.get(news.meetingPk);
    if (room === undefined) return;
    if (news.kind === 'event') this.#deliver(room, news.to, news.event);
    else if (news.kind === 'declined') this.#decline(news.meetingPk, news.peerId);
    else if (news.kind === 'replaced') this.#closeReplaced(news.meetingPk, news.peerId);
    else this.#run(this.#refresh(news.meetingPk));
  }

  /** Sends the seats to the browsers of this process, and asks the other processes to do the same. */
  async #announceChange(meetingPk: number): Promise<void> {
    await Promise.all([this.#refresh(meetingPk), this.#bus.publish({ meetingPk, kind: 'changed' })]);
  }

  /** Reads the seats of a room and sends them if they changed. Calls during a read share the next one. */
  async #refresh(meetingPk: number): Promise<void> {
    const room = this.#rooms.get(meetingPk);
    if (room === undefined) return;
    if (room.reading !== null) {
      room.isStale = true;
      return room.reading;
    }
    room.reading = this.#read(meetingPk, room).finally(() => {
      room.reading = null;
    });
    return room.reading;
  }

  async #read(meetingPk: number, room: LocalRoom): Promise<void> {
    // Waits for the bus: people on other processes send to this browser as soon as they see it in the list.
    await this.#bus.connected;
    do {
      room.isStale = false;
      const seats = await this.#repository.seats([meetingPk]);
      const text = JSON.stringify(seats);
      if (text === room.sent) continue;
      room.seats = seats;
      room.sent = text;
      for (const { peerId } of seats) {
        const connection = room.connections.get(peerId);
        connection?.send({ type: 'peers', peers: visibleTo(connection.seat, seats) });
      }
      await this.#onPresent(meetingPk, seats);
    } while (room.isStale);
  }
}

/** Returns the list that a browser gets: someone who waits sees nobody else, and only the provider sees who waits. */
function visibleTo({ peerId, isProvider }: SeatRow, seats: readonly SeatRow[]): RoomPeer[] {
  const isAdmitted = seats.some((seat) => seat.peerId === peerId && seat.admitted);
  return seats
    .filter((seat) => seat.peerId === peerId || (isAdmitted && (seat.admitted || isProvider)))
    .map((seat) => ({
      id: seat.peerId,
      userPk: seat.userPk,
      name: seat.name,
      role: seat.isProvider ? 'provider' : seat.isClient ? 'client' : 'guest',
      admitted: seat.admitted,
      connected: seat.connected,
    }));
}
