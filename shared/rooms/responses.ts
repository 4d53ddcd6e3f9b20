/** REST responses and socket messages of meeting rooms, in zod/mini because the browser loads them. */
import * as z from 'zod/mini';
import { ROOM_PERMISSIONS } from './policy.ts';
import type { RoomSignal } from './schema.ts';

const iceServer = z.object({
  urls: z.array(z.string()),
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
});
/** A STUN or TURN server. */
export type IceServer = z.infer<typeof iceServer>;

/** A meeting's room, before joining. */
export const room = z.object({
  meet_id: z.string(),
  simplybook_id: z.number(),
  name: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  opens_at: z.string(),
  closes_at: z.string(),
  state: z.enum(['early', 'open', 'closed', 'over']),
  /** Whether the person enters right away, waits to be let in, or cannot join now. */
  entry: z.nullable(z.enum(['enter', 'knock'])),
  permissions: z.array(z.enum(ROOM_PERMISSIONS)),
  /** Everyone who can join. */
  people: z.array(
    z.object({ pk: z.number(), full_name: z.string(), role: z.enum(['provider', 'client', 'guest']) }),
  ),
  video: z.union([
    z.object({ kind: z.literal('built_in') }),
    z.object({
      kind: z.literal('jitsi'),
      domain: z.string(),
      /** The address of its external API. */
      script: z.string(),
    }),
  ]),
});
export type Room = z.infer<typeof room>;

/** What lets a person into a meeting on the Jitsi server. Only people who were let in get it. */
export interface JitsiAccess {
  /** The meeting on the Jitsi server itself. */
  url: string;
  /** Null when the Jitsi server needs no token. */
  token: string | null;
}

/** A seat in a room. The ticket opens one connection; peer and secret take the same seat after a broken one. */
export const seat = z.object({
  peer_id: z.string(),
  secret: z.string(),
  ticket: z.string(),
  ice_servers: z.array(iceServer),
});
export type Seat = z.infer<typeof seat>;

/** A person in the room, once per device. */
export interface RoomPeer {
  id: string;
  userPk: number;
  name: string;
  role: 'provider' | 'client' | 'guest';
  /** False while the person waits for the provider to let them in. */
  admitted: boolean;
  /** False while the connection is broken and the seat is kept. */
  connected: boolean;
}

/** A message of the server to a browser. */
export type RoomEvent =
  | { type: 'peers'; peers: RoomPeer[] }
  | { type: 'signal'; from: string; signal: RoomSignal }
  | { type: 'chat'; id: string; from: string; name: string; text: string; at: string }
  | { type: 'ice'; servers: IceServer[] }
  | ({ type: 'video' } & JitsiAccess)
  | { type: 'pong' }
  | { type: 'error'; code: 'INVALID_INPUT' | 'NOT_FOUND' | 'FORBIDDEN'; message: string };
