import path from 'node:path';
import {
  createEnvelope,
  createEventEnvelope,
  dsnFromString,
  dsnToString,
  type Envelope,
  getEnvelopeEndpointWithUrlEncodedAuth,
  parseEnvelope,
  serializeEnvelope,
  uuid4,
} from '@sentry/core';
import { AppError, invalid, notFound } from '#shared/kernel/errors.ts';
import { scrubEvent } from '#shared/monitoring/scrub.ts';
import type { CrashReport } from '#shared/shell/crash-report.ts';
import type { Config } from '../config.ts';

/** Sends crash reports to the error-reporting service, with Sentry's protocol. */
export interface Monitoring {
  /** The service's address for the browser's library; null without one. The browser never connects to it. */
  dsn: string | null;
  /** Reports an unexpected failure of this server. */
  reportError(error: unknown): void;
  /** Reports a crash of a page. */
  reportCrash(crash: CrashReport): void;
  /**
   * Passes on reports of the browser's library, without personal data.
   * @throws AppError NOT_FOUND without a service, FORBIDDEN for the address of another one, INVALID_INPUT
   */
  forward(body: Uint8Array): void;
  /** Waits for reports that are being sent. */
  close(): Promise<void>;
}

const SEND_TIMEOUT_MS = 5000;
/** While the service is slow, further reports are dropped. */
const MAX_SENDING = 20;

const ROOT = path.resolve(import.meta.dirname, '../..');
const POSITION =
  /^(?:at )?(?:(?:async )?(?<name>[\w.<>$]+) )?\(?(?:file:\/\/)?(?<file>[^():]*):(?<line>\d+):(?<column>\d+)\)?$/;

/** Parses the lines of a stack into frames, outermost call first, which is the order of the protocol. */
function framesOf(lines: readonly string[]) {
  return lines
    .flatMap((line) => {
      const { name, file = '', line: lineno, column } = POSITION.exec(line.trim())?.groups ?? {};
      if (lineno === undefined) return [];
      const filename = file.startsWith(ROOT) ? file.slice(ROOT.length) : file;
      return [
        {
          ...(name === undefined ? {} : { function: name }),
          filename,
          lineno: Number(lineno),
          colno: Number(column),
          in_app: !filename.includes('node_modules'),
        },
      ];
    })
    .reverse();
}

/** Creates the connection to the service in SENTRY_DSN. Without it nothing is sent: the log has all errors. */
export function createMonitoring({ sentryDsn, mode }: Pick<Config, 'sentryDsn' | 'mode'>): Monitoring {
  const dsn = sentryDsn === undefined ? undefined : dsnFromString(sentryDsn);
  const sending = new Set<Promise<unknown>>();

  function send(envelope: Envelope) {
    if (dsn === undefined || sending.size >= MAX_SENDING) return;
    const sent: Promise<unknown> = fetch(getEnvelopeEndpointWithUrlEncodedAuth(dsn), {
      method: 'POST',
      headers: { 'content-type': 'application/x-sentry-envelope' },
      body: serializeEnvelope(envelope) as BodyInit,
      redirect: 'error',
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    })
      .catch(() => undefined)
      .finally(() => sending.delete(sent));
    sending.add(sent);
  }

  function report(name: string, stack: readonly string[], platform: 'node' | 'javascript') {
    if (dsn === undefined) return;
    const event = scrubEvent('event', {
      event_id: uuid4(),
      timestamp: Date.now() / 1000,
      platform,
      level: 'error',
      environment: mode,
      exception: { values: [{ type: name, stacktrace: { frames: framesOf(stack) } }] },
    });
    if (event !== null) send(createEventEnvelope(event, dsn));
  }

  return {
    dsn: dsn === undefined ? null : (sentryDsn ?? null),

    reportError(error) {
      const isError = error instanceof Error;
      report(isError ? error.name : 'other', isError ? (error.stack ?? '').split('\n') : [], 'node');
    },

    reportCrash: ({ name, frames }) => report(name, frames, 'javascript'),

    forward(body) {
      if (dsn === undefined) throw notFound();
      let envelope: Envelope;
      try {
        envelope = parseEnvelope(body);
      } catch {
        throw invalid('envelope', 'The report is malformed');
      }
      const [header, items] = envelope;
      const given = (header as { dsn?: unknown } | null)?.dsn;
      if (given !== dsnToString(dsn)) {
        throw new AppError('FORBIDDEN', 'The report is for another service.');
      }
      for (const [{ type }, payload] of items) {
        if (type !== 'event' && type !== 'transaction') continue;
        const event = scrubEvent(type, payload);
        if (event === null) continue;
        send(
          createEnvelope({ dsn: dsnToString(dsn), sent_at: new Date().toISOString() }, [
            [{ type }, event],
          ] as never),
        );
      }
    },

    async close() {
      await Promise.all(sending);
    },
  };
}
