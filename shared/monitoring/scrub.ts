/**
 * Removes personal data from what is sent to the error-reporting service: only fields listed here remain. Messages are
 * removed, because they can contain typed text, and so are addresses below the first part of a path.
 */
import * as z from 'zod/mini';

/** The share of errors and of traces that is sent (SHEL-044). */
export const SAMPLING = { errors: 1, traces: 0.5 } as const;

/** Where the browser sends reports: the server passes them on. */
export const TUNNEL_PATH = '/api/monitoring/';

const ERROR_NAMES: ReadonlySet<string> = new Set([
  'AppError',
  'ChunkLoadError',
  'Error',
  'RangeError',
  'ReferenceError',
  'SecurityError',
  'SyntaxError',
  'TypeError',
]);

/** Returns the name of a known kind of error; anyone can throw an error with any name. */
export function safeErrorName(name: string): string {
  return ERROR_NAMES.has(name) ? name : 'other';
}

/** Returns a path without host, query, and everything below its first part: '/users/12/roadmap/' becomes '/users/*'. */
export function safePath(address: string): string {
  const path = address.replace(/^(?:[A-Z]+ )?(?:[a-z]+:\/\/[^/]*)?/, '').replace(/[?#].*$/s, '');
  const [, first = '', second = '', third] = path.split('/');
  if (!/^[a-z_]{0,40}$/.test(first)) return '/*';
  if (first === 'api' && /^[a-z_]{1,40}$/.test(second)) return `/api/${second}/${third ? '*' : ''}`;
  return second === '' ? `/${first}` : `/${first}/*`;
}

/** Returns the position of a script without its host; '?' for anything else. */
function safeFile(file: string): string {
  return /\/(assets|server|shared|node_modules)\/[\w./@+-]{1,200}$/.exec(file)?.[0] ?? '?';
}

/** Transforms a text; anything else becomes undefined. */
const transformed = (transform: (text: string) => string | undefined) =>
  z.optional(
    z.pipe(
      z.unknown(),
      z.transform((value) => (typeof value === 'string' ? transform(value) : undefined)),
    ),
  );
const word = transformed((text) => (/^[\w.<>$ -]{0,100}$/.test(text) ? text : undefined));
const path = transformed(safePath);
const id = z.string().check(z.regex(/^[0-9a-f]{16,32}$/));
const time = z.number();
const sdk = z.optional(z.object({ name: word, version: word }));
const trace = z.object({
  trace_id: id,
  span_id: id,
  parent_span_id: z.optional(id),
  op: word,
  status: word,
});
const common = {
  event_id: id,
  timestamp: z.optional(time),
  platform: word,
  level: word,
  release: word,
  environment: word,
  transaction: path,
  contexts: z.optional(z.object({ trace: z.optional(trace) })),
  sdk,
};

const frame = z.object({
  filename: transformed(safeFile),
  function: word,
  lineno: z.optional(z.number()),
  colno: z.optional(z.number()),
  in_app: z.optional(z.boolean()),
});

const errorEvent = z.object({
  ...common,
  exception: z.object({
    values: z
      .array(
        z.object({
          type: transformed(safeErrorName),
          stacktrace: z.optional(z.object({ frames: z.array(frame).check(z.maxLength(100)) })),
        }),
      )
      .check(z.maxLength(10)),
  }),
});

const span = z.object({
  trace_id: id,
  span_id: id,
  parent_span_id: z.optional(id),
  op: word,
  status: word,
  start_timestamp: time,
  timestamp: z.optional(time),
  description: path,
});

const transactionEvent = z.object({
  ...common,
  type: z.literal('transaction'),
  start_timestamp: time,
  spans: z.optional(z.array(span).check(z.maxLength(1000))),
  measurements: z.optional(z.record(z.string(), z.object({ value: z.number(), unit: word }))),
});

/** The events that are sent, by the type of their envelope item. */
const EVENTS = { event: errorEvent, transaction: transactionEvent } as const;

/** Returns an event without personal data; null for anything that is not an error or a trace. */
export function scrubEvent(type: keyof typeof EVENTS, event: unknown): object | null {
  return EVENTS[type].safeParse(event).data ?? null;
}
