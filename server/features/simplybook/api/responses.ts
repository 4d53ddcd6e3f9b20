/** The responses of SimplyBook.me (REST v2) that we read. Times are local times of the company, as text. */
import { z } from 'zod';
import { SimplybookError } from './simplybook-error.ts';

/**
 * An id in SimplyBook.me, which arrives as text or as a number. It is below 1,000,000,000, where the ids of
 * our own calendar's meetings start.
 */
export const simplybookId = z.union([
  z.int().min(1).max(999_999_999),
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number),
]);

const wallClock = z.string().regex(/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2})?$/);
const email = z
  .string()
  .trim()
  .toLowerCase()
  .nullish()
  .transform((text) => (text === undefined || text === null || text === '' ? null : text));
const wholeNumber = z.coerce.number().int();

/** The answer of a sign-in and of a refresh. */
export const session = z.object({ token: z.string().min(1), refresh_token: z.string().nullish() });

/** A provider or a client. */
export const person = z.object({ id: simplybookId, email });
export type SimplybookPerson = z.output<typeof person>;

/** The states of a booking that count as booked. */
const BOOKED = ['confirmed', 'confirmed_pending'];

export const booking = z
  .object({
    id: simplybookId,
    status: z.string().nullish(),
    start_datetime: wallClock,
    end_datetime: wallClock,
    provider_id: simplybookId.nullish(),
    client_id: simplybookId.nullish(),
    provider: z.object({ id: simplybookId }).nullish(),
    client: z.object({ id: simplybookId }).nullish(),
    service: z.object({ name: z.string() }).nullish(),
  })
  .transform((given, context) => {
    const providerId = given.provider_id ?? given.provider?.id;
    const clientId = given.client_id ?? given.client?.id;
    if (providerId === undefined || clientId === undefined) {
      context.addIssue({ code: 'custom', message: 'A booking needs a provider and a client.' });
      return z.NEVER;
    }
    const status = given.status ?? 'confirmed';
    return {
      id: given.id,
      /** `waiting`: not confirmed yet. */
      state: BOOKED.includes(status)
        ? ('booked' as const)
        : status === 'canceled'
          ? ('canceled' as const)
          : ('waiting' as const),
      start: given.start_datetime,
      end: given.end_datetime,
      providerId,
      clientId,
      serviceName: given.service?.name ?? null,
    };
  });
export type SimplybookBooking = z.output<typeof booking>;

export const createdBookings = z.object({ bookings: z.array(z.object({ id: simplybookId })).min(1) });

export const membership = z
  .object({
    client_id: simplybookId.nullish(),
    client: z.object({ id: simplybookId }).nullish(),
    rest: wholeNumber.nullish(),
    period_end: z.string().regex(/^\d{4}-\d{2}-\d{2}/),
    status: z.string().nullish(),
    is_expired: z.boolean().nullish(),
    can_be_used: z.boolean().nullish(),
    membership: z.object({ name: z.string().min(1), is_unlimited: z.boolean().nullish() }),
  })
  .transform((given) => ({
    clientId: given.client_id ?? given.client?.id ?? null,
    name: given.membership.name.slice(0, 100),
    /** -1 without a limit. */
    left: given.membership.is_unlimited === true ? -1 : Math.max(0, given.rest ?? 0),
    /** The last day, or the moment, in the company's time zone. */
    end: given.period_end,
    isUsable:
      given.is_expired !== true &&
      given.can_be_used !== false &&
      (given.status ?? 'active').toLowerCase() === 'active',
  }));

export const service = z.object({ id: simplybookId, duration: z.coerce.number().int().min(1).max(1440) });

export const slotDays = z.array(
  z.object({
    date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    slots: z
      .array(z.object({ time: z.string().regex(/^\d{2}:\d{2}/) }))
      .nullish()
      .transform((slots) => slots ?? []),
  }),
);

/** Returns the items of a list, which arrives as an array, as a map by id, or with its pages. */
export function itemsOf(answer: unknown): unknown[] {
  if (Array.isArray(answer)) return answer;
  if (answer === null || typeof answer !== 'object') return [];
  if ('data' in answer) return itemsOf(answer.data);
  return Object.values(answer);
}

/** Returns the id of an item that could not be read; null without a readable id. */
export function idOf(item: unknown): number | null {
  return z.object({ id: simplybookId }).safeParse(item).data?.id ?? null;
}

/** Parses a response. @throws SimplybookError `unexpected` for one that is not as documented */
export function check<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const result = schema.safeParse(answer);
  if (!result.success) throw new SimplybookError('unexpected');
  return result.data;
}
