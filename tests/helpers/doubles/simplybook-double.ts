import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceDouble } from './service-double.ts';

interface DoublePerson {
  id: number;
  name: string;
  email: string;
}

interface DoubleBooking {
  id: number;
  status: string;
  start_datetime: string;
  end_datetime: string;
  provider_id: number;
  client_id: number;
  service_id: number;
}

interface DoubleMembership {
  id: number;
  client_id: number;
  rest: number;
  count: number;
  period_end: string;
  status: string;
  membership: { id: number; name: string; is_unlimited?: boolean };
}

/** A request that the double received. */
interface DoubleCall {
  method: string;
  path: string;
  at: number;
}

/** The ways to answer a request. */
interface Reply {
  send: (status: number, body: unknown) => void;
  /** Closes the connection without an answer. */
  drop: () => void;
}

const MINUTES = 45;
const SECRET = 'callback_secret_of_the_double_0123456789';

/** Adds minutes to a time without a zone. */
function later(text: string, minutes: number): string {
  const moment = new Date(`${text.replace(' ', 'T')}Z`).getTime() + minutes * 60_000;
  return new Date(moment).toISOString().slice(0, 19).replace('T', ' ');
}

/** A local server with the documented protocol of SimplyBook.me (REST v2). */
export class SimplybookDouble extends ServiceDouble {
  readonly providers: DoublePerson[] = [];
  readonly clients: DoublePerson[] = [];
  readonly bookings: DoubleBooking[] = [];
  readonly memberships: DoubleMembership[] = [];
  /** Free times, as 'yyyy-MM-dd HH:mm'. */
  slots: string[] = [];
  calls: DoubleCall[] = [];
  #nextId = 100;
  readonly #tokens = new Set<string>();
  readonly #refreshTokens = new Set<string>();
  #parallel = 0;
  mostParallel = 0;
  /** Answers requests with this status instead; null answers normally. */
  failWith: number | null = null;
  /** How many requests `failWith` applies to. */
  failures = Infinity;
  /** How long each answer takes. */
  delayMs = 0;
  /** A time that another client takes right after the next booking was created. */
  takesAfterBooking: string | null = null;
  /** Drops the connection after the next booking was created, once. */
  dropsNextBooking = false;
  /** Runs after the next cancellation, before its answer. */
  beforeCancelAnswer: (() => Promise<void>) | null = null;
  /** Runs instead of the next booking, whose connection is then dropped. */
  insteadOfBooking: (() => Promise<void>) | null = null;
  /** Runs instead of the next move, whose connection is then dropped. */
  insteadOfMove: (() => Promise<void>) | null = null;

  /** The settings of a server that uses this double. */
  env(timeZone = 'America/Los_Angeles'): Record<string, string> {
    return {
      SIMPLYBOOK_COMPANY: 'gopath',
      SIMPLYBOOK_LOGIN: 'api',
      SIMPLYBOOK_API_KEY: 'key of the double',
      SIMPLYBOOK_API_URL: this.url,
      SIMPLYBOOK_TIME_ZONE: timeZone,
      SIMPLYBOOK_SERVICE_ID: '3',
      SIMPLYBOOK_CALLBACK_SECRET: SECRET,
    };
  }

  /** The path of the callback. */
  readonly callbackPath = `/api/simplybook/callback/${SECRET}/`;

  addProvider(email: string): number {
    return this.#add(this.providers, email);
  }

  addClient(email: string): number {
    return this.#add(this.clients, email);
  }

  addBooking(
    given: Partial<DoubleBooking> & Pick<DoubleBooking, 'provider_id' | 'client_id' | 'start_datetime'>,
  ) {
    const booking: DoubleBooking = {
      id: this.#id(),
      status: 'confirmed',
      end_datetime: later(given.start_datetime, MINUTES),
      service_id: 3,
      ...given,
    };
    this.bookings.push(booking);
    return booking;
  }

  /** Ends the validity of the token, as after an hour. */
  expireToken(isRefreshable = true): void {
    this.#tokens.clear();
    if (!isRefreshable) this.#refreshTokens.clear();
  }

  countOf(method: string, path: string): number {
    return this.calls.filter((call) => call.method === method && call.path === path).length;
  }

  #id(): number {
    this.#nextId += 1;
    return this.#nextId;
  }

  #add(people: DoublePerson[], email: string): number {
    const id = this.#id();
    people.push({ id, name: `Name ${id}`, email });
    return id;
  }

  protected override async answer(request: IncomingMessage, response: ServerResponse) {
    this.#parallel += 1;
    this.mostParallel = Math.max(this.mostParallel, this.#parallel);
    response.on('close', () => {
      this.#parallel -= 1;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? '/', this.url);
    const method = request.method ?? 'GET';
    this.calls.push({ method, path: url.pathname, at: Date.now() });
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (this.failWith !== null && this.failures > 0) {
      this.failures -= 1;
      return send(this.failWith, { code: this.failWith, message: 'Failed for Maya Okafor' });
    }
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, string | number>;
    if (url.pathname.startsWith('/admin/auth')) return this.#signIn(url.pathname, body, send);
    const isSignedIn =
      this.#tokens.has(String(request.headers['x-token'])) && request.headers['x-company-login'] === 'gopath';
    if (!isSignedIn) return send(403, { code: 403, message: 'Access denied' });
    return this.#answer(method, url, body, { send, drop: () => request.socket.destroy() });
  }

  #signIn(path: string, body: Record<string, unknown>, send: Reply['send']) {
    const isRefresh = path.endsWith('refresh-token');
    const isKnown = isRefresh
      ? this.#refreshTokens.has(String(body['refresh_token']))
      : body['login'] === 'api' && body['password'] === 'key of the double';
    if (!isKnown || body['company'] !== 'gopath') return send(401, { code: 401, message: 'Access denied' });
    const token = `token ${this.#id()}`;
    const refreshToken = `refresh ${this.#id()}`;
    this.#tokens.add(token);
    this.#refreshTokens.add(refreshToken);
    return send(200, {
      token,
      refresh_token: refreshToken,
      company: 'gopath',
      login: 'api',
    });
  }

  #answer(
    method: string,
    { pathname, searchParams }: URL,
    body: Record<string, string | number>,
    { send, drop }: Reply,
  ) {
    const [, kind = '', id = ''] = /^\/admin\/(bookings|clients|services)\/(\d+)$/.exec(pathname) ?? [];
    const missing = () => send(404, { code: 404, message: 'Not found' });
    const page = (all: readonly object[]) => {
      const number = Number(searchParams.get('page') ?? 1);
      const size = Number(searchParams.get('on_page') ?? 10);
      const data = all.slice((number - 1) * size, number * size);
      return {
        data,
        metadata: { items_count: all.length, pages_count: Math.ceil(all.length / size), page: number },
      };
    };
    if (kind === 'services') return send(200, { id, duration: String(MINUTES), name: 'Meeting' });
    if (kind === 'clients') {
      const client = this.clients.find((one) => one.id === Number(id));
      return client === undefined ? missing() : send(200, client);
    }
    if (kind === 'bookings') {
      const booking = this.bookings.find((one) => one.id === Number(id));
      if (booking === undefined) return missing();
      if (method === 'DELETE') return this.#cancel(booking, send);
      if (method === 'PUT') return this.#move(booking, body, { send, drop });
      return send(200, toText(booking));
    }
    if (pathname === '/admin/bookings' && method === 'POST') return this.#book(body, { send, drop });
    if (pathname === '/admin/bookings') return send(200, this.#list(searchParams, page));
    if (pathname === '/admin/clients' && method === 'POST') {
      return send(200, { id: this.addClient(String(body['email'])), email: body['email'] });
    }
    if (pathname === '/admin/clients') {
      const search = searchParams.get('filter[search]') ?? '';
      return send(200, page(this.clients.filter(({ email }) => email.includes(search))));
    }
    if (pathname === '/admin/clients/memberships') return send(200, page(this.memberships));
    // Returns a map by id, like some lists of the real API.
    if (pathname === '/admin/providers') {
      return send(
        200,
        Object.fromEntries(this.providers.map((one) => [one.id, { ...one, id: String(one.id) }])),
      );
    }
    if (pathname === '/admin/timeline/slots') return send(200, this.#freeDays(searchParams));
    return missing();
  }

  #list(search: URLSearchParams, page: (all: readonly object[]) => object) {
    const from = search.get('filter[date_from]') ?? '';
    const to = search.get('filter[date_to]') ?? '9';
    const clientId = search.get('filter[client_id]');
    const found = this.bookings.filter(
      ({ start_datetime: start, client_id: client }) =>
        start.slice(0, 10) >= from &&
        start.slice(0, 10) <= to &&
        (clientId === null || String(client) === clientId),
    );
    return page(found.map(toText));
  }

  #isTaken(start: string, providerId: number): boolean {
    return this.bookings.some(
      (one) =>
        one.status !== 'canceled' &&
        one.provider_id === providerId &&
        one.start_datetime.slice(0, 16) === start,
    );
  }

  #freeDays(search: URLSearchParams) {
    const [from, to] = [search.get('date_from') ?? '', search.get('date_to') ?? '9'];
    const days = new Map<string, { time: string }[]>();
    for (const slot of this.slots) {
      const day = slot.slice(0, 10);
      if (day < from || day > to || this.#isTaken(slot, Number(search.get('provider_id')))) continue;
      days.set(day, [...(days.get(day) ?? []), { time: `${slot.slice(11)}:00` }]);
    }
    return [...days].map(([date, slots]) => ({ date, slots }));
  }

  /** Runs what a test has set to run instead of the next request. @returns whether there was something */
  async #runInstead(name: 'insteadOfBooking' | 'insteadOfMove'): Promise<boolean> {
    const run = this[name];
    this[name] = null;
    await run?.();
    return run !== null;
  }

  async #book(body: Record<string, string | number>, { send, drop }: Reply) {
    if (await this.#runInstead('insteadOfBooking')) return drop();
    const start = String(body['start_datetime']);
    const providerId = Number(body['provider_id']);
    if (!this.slots.includes(start.slice(0, 16)) || this.#isTaken(start.slice(0, 16), providerId)) {
      return send(400, { code: 400, message: 'Selected time start is not available' });
    }
    const booking = this.addBooking({
      start_datetime: start,
      provider_id: providerId,
      client_id: Number(body['client_id']),
    });
    if (this.takesAfterBooking !== null) {
      this.addBooking({
        start_datetime: `${this.takesAfterBooking}:00`,
        provider_id: providerId,
        client_id: 1,
      });
      this.takesAfterBooking = null;
    }
    if (this.dropsNextBooking) {
      this.dropsNextBooking = false;
      return drop();
    }
    return send(200, { bookings: [toText(booking)], batch: null });
  }

  async #cancel(booking: DoubleBooking, send: Reply['send']) {
    booking.status = 'canceled';
    const run = this.beforeCancelAnswer;
    this.beforeCancelAnswer = null;
    await run?.();
    return send(200, toText(booking));
  }

  async #move(booking: DoubleBooking, body: Record<string, string | number>, { send, drop }: Reply) {
    if (await this.#runInstead('insteadOfMove')) return drop();
    const start = String(body['start_datetime']);
    const isSame = start === booking.start_datetime;
    if (
      !isSame &&
      (!this.slots.includes(start.slice(0, 16)) || this.#isTaken(start.slice(0, 16), booking.provider_id))
    ) {
      return send(400, { code: 400, message: 'Selected time start is not available' });
    }
    booking.start_datetime = start;
    booking.end_datetime = later(start, MINUTES);
    return send(200, { bookings: [toText(booking)] });
  }
}

/** Returns a booking with its numbers as text, like the real API. */
function toText(booking: DoubleBooking) {
  return {
    ...booking,
    id: String(booking.id),
    provider_id: String(booking.provider_id),
    client_id: String(booking.client_id),
    service: { id: '3', name: 'College counseling' },
  };
}
