import type { Generated } from 'kysely';

export interface MeetingTables {
  bookedMeetings: {
    pk: Generated<number>;
    name: string;
    /** The booking id of the booking system. */
    simplybookId: number;
    /** The name of the video room. */
    meetId: string;
    /** The meeting's mentor. */
    providerPk: number;
    /** The student. */
    clientPk: number;
    startsAt: Date;
    endsAt: Date;
    createdAt: Generated<Date>;
  };
}
