import type { Generated } from 'kysely';

export interface RoomTables {
  roomVisits: {
    pk: Generated<number>;
    /** Identifies the seat to other browsers. */
    peerId: string;
    meetingPk: number;
    userPk: number;
    secretHash: string;
    ticketHash: string | null;
    ticketExpiresAt: Date | null;
    admitted: boolean;
    connection: string | null;
    connected: Generated<boolean>;
    joinedAt: Date | null;
    seenAt: Generated<Date>;
    /** Null while the seat is taken. */
    leftAt: Date | null;
  };
}
