import { JOIN_CLOSES_MINUTES, JOIN_OPENS_MINUTES, ROOM_ENDS_HOURS } from './constants.ts';

/** A person's role in a meeting. */
export type RoomRole = 'provider' | 'client' | 'guest';

/**
 * `early`: nobody can join. `open`: everyone can. `closed`: the provider can, and lets others in. `over`:
 * nobody can.
 */
export type RoomState = 'early' | 'open' | 'closed' | 'over';

const MINUTE_MS = 60_000;

/** Returns when joining opens and closes, and when the room ends. */
export function roomTimes({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) {
  return {
    opensAt: new Date(startsAt.getTime() - JOIN_OPENS_MINUTES * MINUTE_MS),
    closesAt: new Date(endsAt.getTime() + JOIN_CLOSES_MINUTES * MINUTE_MS),
    overAt: new Date(endsAt.getTime() + ROOM_ENDS_HOURS * 60 * MINUTE_MS),
  };
}

/** Returns whether people can join the room of a meeting. */
export function roomState(meeting: { startsAt: Date; endsAt: Date }, now: Date): RoomState {
  const { opensAt, closesAt, overAt } = roomTimes(meeting);
  if (now < opensAt) return 'early';
  if (now <= closesAt) return 'open';
  return now <= overAt ? 'closed' : 'over';
}

/** Returns the role of a person who belongs to the meeting. */
export function roomRole(
  { pk }: { pk: number },
  { providerPk, clientPk }: { providerPk: number; clientPk: number },
): RoomRole {
  if (pk === providerPk) return 'provider';
  return pk === clientPk ? 'client' : 'guest';
}

/** What a person can do in a room: let others in, and write the meeting note beside the video (MEET-040, MEET-044). */
export const ROOM_PERMISSIONS = ['admit', 'write_note'] as const;
export type RoomPermission = (typeof ROOM_PERMISSIONS)[number];

/** Returns the `permissions` in a room: the provider has all, everyone else none. */
export function roomPermissions(role: RoomRole): RoomPermission[] {
  return role === 'provider' ? [...ROOM_PERMISSIONS] : [];
}

/** Returns whether a person enters right away (`enter`), waits until the provider lets them in, or cannot join. */
export function entryOf(role: RoomRole, state: RoomState): 'enter' | 'knock' | null {
  if (state === 'open') return 'enter';
  if (state !== 'closed') return null;
  return role === 'provider' ? 'enter' : 'knock';
}
