import type { z } from 'zod';
import { type ApiAccount, createHttpClient, type HttpOptions } from './http-client.ts';
import * as responses from './responses.ts';
import { SimplybookError } from './simplybook-error.ts';

/** A page of a list. */
export interface ListPage<Item> {
  items: Item[];
  /** The ids of the items that could not be read; null for an item without a readable id. */
  unreadable: (number | null)[];
  isLast: boolean;
}

/** A booking to make or to move; its start is a local time of the company. */
export interface BookingToSend {
  start: string;
  serviceId: number;
  providerId: number;
  clientId: number;
}

const PAGE_SIZE = 100;

/**
 * Creates the calls of the REST API v2 that we use. The API calls mentors providers, and students or parents clients.
 */
export function createSimplybookApi(account: ApiAccount, options: HttpOptions) {
  const call = createHttpClient(account, options);

  /** Reads an object; null when there is none. @throws SimplybookError */
  async function readOne<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    { isBackground }: { isBackground: boolean },
  ): Promise<z.output<Schema> | null> {
    try {
      return responses.check(schema, await call('GET', path, { isBackground }));
    } catch (error) {
      if (error instanceof SimplybookError && error.kind === 'missing') return null;
      throw error;
    }
  }

  /** Reads a page of a list, in the background. */
  async function listPage<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    number: number,
    query: Record<string, string> = {},
  ): Promise<ListPage<z.output<Schema>>> {
    const answer = await call('GET', path, {
      query: { ...query, page: String(number), on_page: String(PAGE_SIZE) },
      isBackground: true,
    });
    const all = responses.itemsOf(answer);
    const read = all.map((item) => schema.safeParse(item));
    return {
      items: read.flatMap((one) => (one.success ? [one.data] : [])),
      unreadable: all.flatMap((item, index) => (read[index]?.success === true ? [] : [responses.idOf(item)])),
      // Lists without page numbers end with a page that is not full.
      isLast: all.length < PAGE_SIZE,
    };
  }

  return {
    listProviders: (number: number) => listPage(responses.person, '/admin/providers', number),
    listClients: (number: number) => listPage(responses.person, '/admin/clients', number),
    listMemberships: (number: number) => listPage(responses.membership, '/admin/clients/memberships', number),

    /** Returns a page of the bookings that start on some days, in the company's time zone. */
    listBookings: (days: { from: string; to: string }, number: number) =>
      listPage(responses.booking, '/admin/bookings', number, {
        'filter[date_from]': days.from,
        'filter[date_to]': days.to,
      }),

    /** Returns the bookings of a client with a provider on a day. */
    async findBookings(of: { providerId: number; clientId: number; day: string }) {
      const answer = await call('GET', '/admin/bookings', {
        query: {
          'filter[date_from]': of.day,
          'filter[date_to]': of.day,
          'filter[client_id]': String(of.clientId),
          'filter[providers][]': String(of.providerId),
          page: '1',
          on_page: String(PAGE_SIZE),
        },
      });
      return readableItems(responses.booking, answer);
    },

    /** Reads a booking; null when there is none. */
    readBooking: (id: number, { isBackground }: { isBackground: boolean }) =>
      readOne(responses.booking, `/admin/bookings/${id}`, { isBackground }),

    /** Reads a client; null when there is none. */
    readClient: (id: number) => readOne(responses.person, `/admin/clients/${id}`, { isBackground: true }),

    /** Returns the clients with exactly this email address. */
    async findClientIds(email: string): Promise<number[]> {
      const answer = await call('GET', '/admin/clients', {
        query: { 'filter[search]': email, page: '1', on_page: String(PAGE_SIZE) },
      });
      return readableItems(responses.person, answer)
        .filter((found) => found.email === email.toLowerCase())
        .map(({ id }) => id);
    },

    /** Adds a client. @returns its number */
    async createClient(client: { name: string; email: string }): Promise<number> {
      return responses.check(responses.person, await call('POST', '/admin/clients', { body: client })).id;
    },

    /** Books a time, once: a failed request may still have booked it. @returns the booking's number */
    async createBooking(booking: BookingToSend): Promise<number> {
      const answer = await call('POST', '/admin/bookings', { body: bodyOf(booking) });
      return responses.check(responses.createdBookings, answer).bookings[0]?.id as number;
    },

    /** Moves a booking. */
    async moveBooking(id: number, booking: BookingToSend): Promise<void> {
      await call('PUT', `/admin/bookings/${id}`, { body: bodyOf(booking) });
    },

    /** Cancels a booking; a missing one counts as canceled. */
    async cancelBooking(id: number, { isBackground }: { isBackground: boolean }): Promise<void> {
      try {
        await call('DELETE', `/admin/bookings/${id}`, { isBackground });
      } catch (error) {
        if (!(error instanceof SimplybookError && error.kind === 'missing')) throw error;
      }
    },

    /** Returns the free times of a provider on some days, in the company's local time. */
    async readSlots(of: {
      serviceId: number;
      providerId: number;
      from: string;
      to: string;
    }): Promise<string[]> {
      const answer = await call('GET', '/admin/timeline/slots', {
        query: {
          service_id: String(of.serviceId),
          provider_id: String(of.providerId),
          date_from: of.from,
          date_to: of.to,
          count: '1',
          with_available_slots: '1',
        },
      });
      const days = responses.check(responses.slotDays, responses.itemsOf(answer));
      return days.flatMap(({ date, slots }) => slots.map(({ time }) => `${date} ${time.slice(0, 5)}`));
    },

    /** Returns how long a service takes, in minutes. */
    async readServiceMinutes(serviceId: number): Promise<number> {
      return responses.check(responses.service, await call('GET', `/admin/services/${serviceId}`)).duration;
    },
  };
}

function readableItems<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema>[] {
  return responses.itemsOf(answer).flatMap((item) => {
    const { success, data } = schema.safeParse(item);
    return success ? [data] : [];
  });
}

function bodyOf({ start, serviceId, providerId, clientId }: BookingToSend): object {
  return {
    start_datetime: start,
    service_id: serviceId,
    provider_id: providerId,
    client_id: clientId,
    count: 1,
  };
}
