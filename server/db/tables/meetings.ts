import type { Generated } from 'kysely';

export interface MeetingTables {
  bookedMeetings: {
    pk: Generated<number>;
    name: string;
    /** The number of the booking in the booking system. */
    simplybookId: number;
    /** The name of the video room. */
    meetId: string;
    /** The mentor who gives the meeting. */
    providerPk: number;
    /** The student. */
    clientPk: number;
    startsAt: Date;
    endsAt: Date;
    createdAt: Generated<Date>;
  };
}
