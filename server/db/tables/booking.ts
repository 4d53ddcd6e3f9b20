import type { Generated } from 'kysely';

/** When mentors can be booked (migration 260). */
export interface BookingTables {
  availabilities: {
    mentorPk: number;
    timeZone: string;
    minutes: number;
    bufferMinutes: number;
    noticeHours: number;
    windowDays: number;
    dailyLimit: number;
    version: Generated<number>;
    updatedAt: Generated<Date>;
  };
  /** Weekday 0 is Sunday; minutes after midnight. */
  availabilityHours: { mentorPk: number; weekday: number; startMinute: number; endMinute: number };
  /** Days with other hours; the range 0 to 0 is a day without any. */
  availabilityOverrides: { mentorPk: number; day: string; startMinute: number; endMinute: number };
}
