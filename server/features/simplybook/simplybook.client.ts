import { setTimeout } from 'node:timers/promises';
import type { z } from 'zod';
import type { Config } from '../../config.ts';
import type { SimplybookBudget } from './simplybook-budget.ts';
import { SimplybookError } from './simplybook.errors.ts';
import * as protocol from './simplybook.protocol.ts';

/** A page of a list. */
export interface TheirPage<Item> {
  items: Item[];
  /** The ids of the items that could not be read; null for an item without a readable id. */
  unreadable: (number | null)[];
  isLast: boolean;
}

/** What the client reports about each finished request. */
export interface ConnectionReport {
  succeeded(): Promise<void>;
  failed(error: SimplybookError): Promise<void>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface Call {
  query?: Record<string, string>;
  body?: object;
  /** Whether nobody waits for the answer. */
  isBackground?: boolean;
  /** Whether repeating it has no second effect. */
  isRepeatable?: boolean;
}

export const PAGE_SIZE = 100;
const TRIES = 3;
/** Tokens live for one hour. */
const TOKEN_MS = 55 * 60_000;
const MAX_PAUSE_SECONDS = 60;
const MAX_BYTES = 5_000_000;

/** The typed client of SimplyBook.me; see {@link createSimplybookClient}. */
export type SimplybookClient = ReturnType<typeof createSimplybookClient>;

/** Creates a client of the REST API v2: signs in, refreshes its token, retries, and stays in the limits. */
export function createSimplybookClient(
  {
    company,
    login,
    apiKey,
    apiUrl,
  }: Pick<NonNullable<Config['simplybook']>, 'company' | 'login' | 'apiKey' | 'apiUrl'>,
  {
    budget,
    report,
    timeoutMs = 10_000,
    retryDelayMs = 300,
  }: { budget: SimplybookBudget; report: ConnectionReport; timeoutMs?: number; retryDelayMs?: number },
) {
  let session: { token: string; refreshToken: string | null; until: number } | null = null;
  let signingIn: Promise<string> | null = null;

  /** Sends one request. @returns its status and body @throws SimplybookError `unreachable` */
  async function send(method: Method, path: string, call: Call, token: string | null) {
    const url = new URL(apiUrl + path);
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
    return budget.run(call.isBackground === true, async () => {
      try {
        const response = await fetch(url, {
          method,
          redirect: 'error',
          headers: {
            'content-type': 'application/json',
            'x-company-login': company,
            ...(token === null ? {} : { 'x-token': token }),
          },
          ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
          signal: AbortSignal.timeout(timeoutMs),
        });
        const text = await response.text();
        return { status: response.status, text, retryAfter: Number(response.headers.get('retry-after')) };
      } catch {
        throw new SimplybookError('unreachable');
      }
    });
  }

  /** Sends a request until it has a final answer. Only a repeatable one is sent again when its effect is unknown. */
  async function sendWithRetries(method: Method, path: string, call: Call, token: string | null) {
    const isRepeatable = call.isRepeatable ?? method !== 'POST';
    for (let tried = 1; ; tried += 1) {
      let failure: SimplybookError;
      try {
        const answer = await send(method, path, call, token);
        if (answer.status === 429) {
          await budget.pause(Math.min(MAX_PAUSE_SECONDS, answer.retryAfter > 0 ? answer.retryAfter : tried));
          failure = new SimplybookError('limit');
        } else if (answer.status >= 500) {
          failure = new SimplybookError('unreachable');
        } else {
          return answer;
        }
      } catch (error) {
        if (!(error instanceof SimplybookError)) throw error;
        failure = error;
        if (failure.kind === 'limit') throw failure;
      }
      // A request that was refused because of the limits had no effect.
      if (tried >= TRIES || (!isRepeatable && failure.kind !== 'limit')) throw failure;
      await setTimeout(retryDelayMs * 2 ** (tried - 1) * (0.5 + Math.random()));
    }
  }

  async function signIn(isBackground: boolean): Promise<string> {
    const open = async (path: string, body: object) =>
      sendWithRetries('POST', path, { body, isBackground, isRepeatable: true }, null);
    const refreshToken = session?.refreshToken ?? null;
    session = null;
    let answer =
      refreshToken === null
        ? null
        : await open('/admin/auth/refresh-token', { company, refresh_token: refreshToken });
    if (answer === null || answer.status >= 400) {
      answer = await open('/admin/auth', { company, login, password: apiKey });
    }
    if (answer.status >= 400) throw new SimplybookError('credentials');
    const { token, refresh_token: next } = read(protocol.session, answer.text);
    session = { token, refreshToken: next ?? null, until: Date.now() + TOKEN_MS };
    return token;
  }

  /** Returns a valid token. Parallel calls share one sign-in. */
  async function tokenFor(isBackground: boolean): Promise<string> {
    if (session !== null && session.until > Date.now()) return session.token;
    signingIn ??= signIn(isBackground).finally(() => {
      signingIn = null;
    });
    return signingIn;
  }

  async function request(method: Method, path: string, call: Call): Promise<unknown> {
    const token = await tokenFor(call.isBackground === true);
    let answer = await sendWithRetries(method, path, call, token);
    if (answer.status === 401 || answer.status === 403) {
      // The token has expired, or was revoked. A request that is refused with a new one is forbidden.
      if (session?.token === token) session = { ...session, until: 0 };
      answer = await sendWithRetries(method, path, call, await tokenFor(call.isBackground === true));
      if (answer.status === 401) throw new SimplybookError('credentials');
    }
    if (answer.status === 404) throw new SimplybookError('missing');
    if (answer.status >= 400) throw new SimplybookError('refused');
    return parseJson(answer.text);
  }

  async function call(method: Method, path: string, options: Call = {}): Promise<unknown> {
    try {
      const answer = await request(method, path, options);
      await report.succeeded();
      return answer;
    } catch (error) {
      if (error instanceof SimplybookError) {
        if (error.kind === 'refused' || error.kind === 'missing') await report.succeeded();
        else await report.failed(error);
      }
      throw error;
    }
  }

  async function page<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    number: number,
    query: Record<string, string> = {},
  ): Promise<TheirPage<z.output<Schema>>> {
    const answer = await call('GET', path, {
      query: { ...query, page: String(number), on_page: String(PAGE_SIZE) },
      isBackground: true,
    });
    const all = protocol.itemsOf(answer);
    const read = all.map((item) => schema.safeParse(item));
    return {
      items: read.flatMap((one) => (one.success ? [one.data] : [])),
      unreadable: all.flatMap((item, index) => (read[index]?.success === true ? [] : [protocol.idOf(item)])),
      // Lists without page numbers end with a page that is not full.
      isLast: all.length < PAGE_SIZE,
    };
  }

  return {
    providers: (number: number) => page(protocol.person, '/admin/providers', number),
    clients: (number: number) => page(protocol.person, '/admin/clients', number),
    memberships: (number: number) => page(protocol.membership, '/admin/clients/memberships', number),

    /** Returns a page of the bookings that start on some days, in the company's time zone. */
    bookings: (days: { from: string; to: string }, number: number) =>
      page(protocol.booking, '/admin/bookings', number, {
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
      return protocol.itemsOf(answer).flatMap((item) => {
        const found = protocol.booking.safeParse(item);
        return found.success ? [found.data] : [];
      });
    },

    /** Returns a booking; null when there is none. @throws SimplybookError */
    async booking(id: number, { isBackground }: { isBackground: boolean }) {
      try {
        return check(protocol.booking, await call('GET', `/admin/bookings/${id}`, { isBackground }));
      } catch (error) {
        if (error instanceof SimplybookError && error.kind === 'missing') return null;
        throw error;
      }
    },

    /** Returns a client; null when there is none. */
    async client(id: number) {
      try {
        return check(protocol.person, await call('GET', `/admin/clients/${id}`, { isBackground: true }));
      } catch (error) {
        if (error instanceof SimplybookError && error.kind === 'missing') return null;
        throw error;
      }
    },

    /** Returns the clients with exactly this email address. */
    async findClients(email: string): Promise<number[]> {
      const answer = await call('GET', '/admin/clients', {
        query: { 'filter[search]': email, page: '1', on_page: String(PAGE_SIZE) },
      });
      return protocol.itemsOf(answer).flatMap((item) => {
        const found = protocol.person.safeParse(item);
        return found.success && found.data.email === email.toLowerCase() ? [found.data.id] : [];
      });
    },

    async createClient(client: { name: string; email: string }): Promise<number> {
      return check(protocol.person, await call('POST', '/admin/clients', { body: client })).id;
    },

    /** Books a time, once: a failed request may still have booked it. @returns the booking's number */
    async createBooking(booking: {
      start_datetime: string;
      service_id: number;
      provider_id: number;
      client_id: number;
    }): Promise<number> {
      const answer = await call('POST', '/admin/bookings', { body: { ...booking, count: 1 } });
      return check(protocol.createdBookings, answer).bookings[0]?.id as number;
    },

    /** Moves a booking. */
    async moveBooking(
      id: number,
      booking: { start_datetime: string; service_id: number; provider_id: number; client_id: number },
    ): Promise<void> {
      await call('PUT', `/admin/bookings/${id}`, { body: { ...booking, count: 1 } });
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
    async slots(of: { serviceId: number; providerId: number; from: string; to: string }): Promise<string[]> {
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
      const days = check(protocol.slotDays, protocol.itemsOf(answer));
      return days.flatMap(({ date, slots }) => slots.map(({ time }) => `${date} ${time.slice(0, 5)}`));
    },

    /** Returns how long a service takes, in minutes. */
    async minutesOf(serviceId: number): Promise<number> {
      return check(protocol.service, await call('GET', `/admin/services/${serviceId}`)).duration;
    },
  };
}

function parseJson(text: string): unknown {
  if (text === '') return null;
  if (text.length > MAX_BYTES) throw new SimplybookError('unexpected');
  try {
    return JSON.parse(text);
  } catch {
    throw new SimplybookError('unexpected');
  }
}

/** @throws SimplybookError `unexpected` for an answer that is not as documented */
function check<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const result = schema.safeParse(answer);
  if (!result.success) throw new SimplybookError('unexpected');
  return result.data;
}

function read<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  return check(schema, parseJson(text));
}
