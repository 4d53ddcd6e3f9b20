import { wallTimeOf } from '#shared/booking/local-time.ts';
import { overlapFinder, type Period } from '#shared/booking/slots.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import type { AppError } from '#shared/kernel/errors.ts';
import { type BookingRules, type Pair, type Search, timeTaken } from '../../booking/booking-rules.service.ts';
import type { Meeting } from '../../meetings/meetings.service.ts';
import { fromCompanyTime } from '../api/company-time.ts';
import type { SimplybookContext } from '../simplybook.context.ts';

/** Finds the free times of providers and students; see {@link createFreeTimes}. */
export type FreeTimes = ReturnType<typeof createFreeTimes>;

/** A search for free times. */
interface FreeTimesSearch {
  providerId: number;
  from: Date;
  /** The end of the period (exclusive). */
  to: Date;
  /** When the two are not free, see `takenPeriods`. */
  taken: readonly Period[];
  /** Whether cached times must not be used. */
  isFresh: boolean;
}

const MINUTE = 60_000;
/** How long free times are cached: opening a month and choosing a day ask for the same ones. */
const CACHE_MS = 15_000;
const MAX_CACHED = 500;

/** Returns the period of some times in order; its end is exclusive. */
export const periodOf = (starts: readonly Date[]) => ({
  from: starts[0] as Date,
  to: new Date(Number(starts.at(-1)) + 1),
});

/** Finds the times that are free in SimplyBook.me and that do not overlap what only GoPath knows. */
export function createFreeTimes(
  { clock, timeZone, serviceId, api, tables: { bookings, requests } }: SimplybookContext,
  rules: Pick<BookingRules, 'loadFacts'>,
) {
  const cached = new Map<string, { at: number; slots: Date[] }>();
  let serviceMinutes: number | undefined;

  /** Returns the length of a meeting. The first call reads it from SimplyBook.me. */
  const minutesOfService = async () => (serviceMinutes ??= await api.readServiceMinutes(serviceId));

  /**
   * Reads when a mentor and a student are not free, as far as SimplyBook.me does not know it: the student's meetings,
   * bookings and moves with other mentors, and the mentor's meetings in our own calendar.
   * @throws AppError NOT_FOUND, FORBIDDEN, see `loadFacts`
   */
  async function takenPeriods(actor: Actor, pair: Pair, search: Search): Promise<Period[]> {
    // Reads the bookings being made first: one that becomes a meeting between the two statements is then in both.
    const pending = await requests.pendingWithOthers(pair, search);
    const { student } = await rules.loadFacts(actor, pair, search);
    const elsewhere = await bookings.meetingsElsewhere(pair.mentorPk, search);
    return [...student, ...elsewhere, ...pending];
  }

  /** Returns a function that checks whether a meeting would overlap a period. Call it with starts in order. */
  async function overlapCheck(periods: readonly Period[]): Promise<(start: Date) => boolean> {
    const length = (await minutesOfService()) * MINUTE;
    const isTaken = overlapFinder(periods);
    return (start) => isTaken(Number(start), Number(start) + length);
  }

  /** Reads the free times of a provider on some days in SimplyBook.me, in order. */
  async function readSlots(
    providerId: number,
    days: { from: string; to: string },
    isFresh: boolean,
  ): Promise<Date[]> {
    const key = `${providerId} ${days.from} ${days.to}`;
    const known = cached.get(key);
    if (!isFresh && known !== undefined && known.at >= Date.now() - CACHE_MS) return known.slots;
    const texts = await api.readSlots({ serviceId, providerId, ...days });
    const slots = texts
      .map((text) => fromCompanyTime(text, timeZone))
      .filter((slot) => slot !== null)
      .toSorted((a, b) => Number(a) - Number(b));
    if (cached.size >= MAX_CACHED) cached.clear();
    cached.set(key, { at: Date.now(), slots });
    return slots;
  }

  /** Reads the future times in a period that can be booked. */
  async function list({ providerId, from, to, taken, isFresh }: FreeTimesSearch): Promise<Date[]> {
    const now = clock.now();
    const [first, last] = [Math.max(Number(from), Number(now)), Number(to) - 1];
    if (first > last) return [];
    const days = { from: wallTimeOf(first, timeZone).day, to: wallTimeOf(last, timeZone).day };
    const slots = await readSlots(providerId, days, isFresh);
    const overlaps = await overlapCheck(taken);
    return slots.filter((slot) => slot >= from && slot < to && slot > now && !overlaps(slot));
  }

  return {
    minutesOfService,
    takenPeriods,
    overlapCheck,
    list,

    /** Drops cached times, after a booking changed. */
    clearCache: () => cached.clear(),

    /** Returns the error for a time that is not free any more, with the next free ones. */
    takenError(
      actor: Actor,
      pair: Pair,
      { providerId, start, moved = null }: { providerId: number; start: Date; moved?: Meeting | null },
    ): Promise<AppError> {
      return timeTaken(start, async (from, to) => {
        const search = { from, to, taken: await takenPeriods(actor, pair, { from, to, moved }) };
        const free = await list({ providerId, ...search, isFresh: true }).catch(() => []);
        // SimplyBook.me can refuse a time that it lists as free.
        return free.filter((slot) => slot > start);
      });
    },
  };
}
