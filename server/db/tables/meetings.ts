import type { Generated } from 'kysely';
import type { StoredMeetingStatus } from '#shared/meetings/policy.ts';

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
    status: Generated<StoredMeetingStatus>;
    /** The meeting with the time after it, as a range; null for imported meetings, which may overlap. */
    busy: string | null;
    /** Counts the changes, for calendar programs. */
    sequence: Generated<number>;
    /** Shared by the meetings of a series. */
    series: string | null;
    bookedByPk: number | null;
    /** When the current time was chosen. */
    scheduledAt: Generated<Date>;
    canceledAt: Date | null;
    canceledByPk: number | null;
    cancelReason: Generated<string>;
    /** Whether the room was closed for good, because the mentor was removed. */
    roomClosed: Generated<boolean>;
    createdAt: Generated<Date>;
  };
}
