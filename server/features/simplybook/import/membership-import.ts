import { addDays } from '#shared/kernel/dates.ts';
import { fromCompanyTime } from '../api/company-time.ts';
import type { SimplybookContext } from '../simplybook.context.ts';
import { allPages, type People } from './people.ts';

/** Imports memberships; see {@link createMembershipImport}. */
export type MembershipImport = ReturnType<typeof createMembershipImport>;

/** A valid membership there, and the student who uses it. */
interface FoundMembership {
  studentPk: number;
  /** Whether it is the student's own one, not one of a parent. */
  isOwn: boolean;
  name: string;
  periodEnd: Date;
  left: number;
}

/** Copies the memberships there, which count the meetings of their students. */
export function createMembershipImport(
  { clock, timeZone, api, tables: { bookings, memberships } }: SimplybookContext,
  people: People,
) {
  /** Returns the end of a period. A period that ends on a day includes the day. */
  function endOf(text: string): Date | null {
    const isDay = text.length === 10;
    return fromCompanyTime(isDay ? `${addDays(text, 1)} 00:00` : text, timeZone);
  }

  return {
    /** Replaces the stored memberships by the valid ones. */
    async run(): Promise<void> {
      const readNumber = await bookings.nextRead();
      const listed = await allPages((page) => api.listMemberships(page));
      const now = clock.now();
      const found: FoundMembership[] = [];
      for (const { clientId, isUsable, end, name, left } of listed) {
        const periodEnd = endOf(end);
        if (clientId === null || !isUsable || periodEnd === null || periodEnd <= now) continue;
        const member = await people.memberOf(clientId);
        if (member !== null) found.push({ ...member, name, periodEnd, left });
      }
      // The first one of a student is stored: their own membership before one of a parent.
      found.sort((a, b) => Number(b.isOwn) - Number(a.isOwn));
      for (const { studentPk, name, periodEnd, left } of found) {
        await memberships.save(studentPk, { name, periodEnd, left, readNumber });
      }
      await memberships.deleteBefore(readNumber);
    },
  };
}
