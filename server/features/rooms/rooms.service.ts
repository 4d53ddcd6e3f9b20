import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, notFound } from '#shared/kernel/errors.ts';
import { MAX_PEOPLE } from '#shared/rooms/constants.ts';
import {
  entryOf,
  type RoomRole,
  roomRole,
  type RoomState,
  roomState,
  roomTimes,
} from '#shared/rooms/policy.ts';
import type { IceServer, JitsiAccess, Room, Seat } from '#shared/rooms/responses.ts';
import { seatInput } from '#shared/rooms/schema.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { hashOf } from '../../lib/hash.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { createRateLimit } from '../../lib/rate-limits.ts';
import type { InteractionsService } from '../interactions/interactions.service.ts';
import type { Meeting, MeetingsService } from '../meetings/meetings.service.ts';
import { jitsiAccess } from './jitsi.ts';
import { RoomBus } from './room-bus.ts';
import type { Socket } from './room-connection.ts';
import { RoomHub } from './room-hub.ts';
import { type HeldSeat, type InvitedRow, RoomsRepository } from './rooms.repository.ts';

/** The room of a meeting, as a person gets it before joining. */
export interface RoomDetails {
  meeting: Meeting;
  role: RoomRole;
  state: RoomState;
  opensAt: Date;
  closesAt: Date;
  people: InvitedRow[];
  video: Room['video'];
}

/** Connections that a person can open in a minute: reconnects on a bad network. */
const SEATS_PER_MINUTE = 60;
const TURN_HOURS = 12;

const FULL = `This room is full. At most ${MAX_PEOPLE} people can join, including the mentor.`;

/** Creates the service of meeting rooms: who can join, the seats, and the messages between browsers. */
export function createRoomsService(
  { config, database, clock }: ServiceDependencies,
  { meetings, interactions }: { meetings: MeetingsService; interactions: InteractionsService },
) {
  const repository = new RoomsRepository(database);
  const seatsLimit = createRateLimit(database, {
    name: 'room seats',
    attempts: SEATS_PER_MINUTE,
    seconds: 60,
  });
  const hub = new RoomHub({
    repository,
    bus: new RoomBus(database, repository),
    iceServers,
    videoAccess,
    onPresent: async (meetingPk, seats) => {
      const isPresent = (of: 'isProvider' | 'isClient') => seats.some((seat) => seat.admitted && seat[of]);
      if (isPresent('isProvider') && isPresent('isClient'))
        await interactions.recordAttendedMeeting(meetingPk);
    },
  });

  /** Returns the STUN and TURN servers with coturn's temporary credentials (use-auth-secret). */
  function iceServers(userPk: number): IceServer[] {
    const { turnUrls, turnSecret } = config.video;
    if (turnUrls.length === 0) return [];
    if (turnSecret === undefined) return [{ urls: turnUrls }];
    const username = `${Math.floor(clock.now().getTime() / 1000) + TURN_HOURS * 3600}:${userPk}`;
    const credential = createHmac('sha1', turnSecret).update(username).digest('base64');
    return [{ urls: turnUrls, username, credential }];
  }

  /** Returns how video works: built in, or on a Jitsi server. */
  function video(): Room['video'] {
    const { jitsi } = config.video;
    if (jitsi === undefined) return { kind: 'built_in' };
    return { kind: 'jitsi', domain: jitsi.domain, script: `${jitsi.origin}/external_api.js` };
  }

  /** Returns the access of a connection to the Jitsi meeting; null until the person is let in to the room. */
  async function videoAccess(connection: string): Promise<JitsiAccess | null> {
    const { jitsi } = config.video;
    if (jitsi === undefined) return null;
    const person = await repository.admitted(connection);
    return person === undefined ? null : jitsiAccess(jitsi, person, clock.now());
  }

  return {
    /** Reads the room of a meeting. @throws AppError NOT_FOUND */
    async get(actor: Actor, meetId: string): Promise<RoomDetails> {
      const meeting = await meetings.getByRoom(actor, meetId);
      const { opensAt, closesAt } = roomTimes(meeting);
      return {
        meeting,
        role: roomRole(actor, meeting),
        state: roomState(meeting, clock.now()),
        opensAt,
        closesAt,
        people: await repository.invited(meeting.pk),
        video: video(),
      };
    },

    /**
     * Reserves a seat, or the same one after a broken connection, and returns a ticket that connects once.
     * @throws AppError NOT_FOUND, FORBIDDEN when joining is not open, CONFLICT when the room is full, RATE_LIMITED
     */
    async takeSeat(actor: Actor, meetId: string, body: unknown): Promise<Seat> {
      const meeting = await meetings.getByRoom(actor, meetId);
      const input = parseInput(seatInput, body ?? {});
      await seatsLimit.require(String(actor.pk));
      const ticket = randomBytes(24).toString('base64url');
      const ticketHash = hashOf(ticket);
      const ids = { meetingPk: meeting.pk, userPk: actor.pk, ticketHash };
      const ice = iceServers(actor.pk);
      if (input.seat !== undefined) {
        const { peer_id: peerId, secret } = input.seat;
        if (await repository.renewTicket({ ...ids, peerId, secretHash: hashOf(secret) }))
          return { peer_id: peerId, secret, ticket, ice_servers: ice };
      }
      const role = roomRole(actor, meeting);
      const entry = entryOf(role, roomState(meeting, clock.now()));
      if (entry === null) throw new AppError('FORBIDDEN', 'This room is not open now.');
      const [peerId, secret] = [randomUUID(), randomBytes(24).toString('base64url')];
      const added = await repository.addSeat({
        ...ids,
        peerId,
        secretHash: hashOf(secret),
        isProvider: role === 'provider',
        admitted: entry === 'enter',
      });
      if (added === null) throw new AppError('CONFLICT', FULL);
      if (added.replaced !== undefined) await hub.replace(meeting.pk, added.replaced);
      return { peer_id: peerId, secret, ticket, ice_servers: ice };
    },

    /** Uses a ticket, before the connection is accepted. @throws AppError NOT_FOUND */
    async useTicket(meetId: string, ticket: string): Promise<{ connection: string; seat: HeldSeat }> {
      const connection = randomUUID();
      const seat = await repository.connect(hashOf(ticket), meetId, connection);
      if (seat === undefined) throw notFound();
      return { connection, seat };
    },

    /** Adds the browser of a used ticket. */
    connect(accepted: { connection: string; seat: HeldSeat }, socket: Socket) {
      hub.connect(accepted.connection, accepted.seat, socket);
    },

    /** Ends seats that nobody holds anymore; runs every few seconds while people are in rooms. */
    sweep: () => hub.sweep(),

    /** Ends all connections, when the server stops. */
    stop: () => hub.stop(),
  };
}
