import type { CrashReport } from '#shared/shell/crash-report.ts';
import { captured } from './monitoring.ts';

/**
 * Reports a crash with the error-reporting service, or else to the server (SHEL-028): the name of the error and
 * positions in our code, never the message, which could contain typed text. Failures are ignored.
 */
export function reportCrash(error: unknown) {
  if (captured(error)) return;
  const isError = error instanceof Error;
  const frames = (isError ? (error.stack ?? '') : '')
    .split('\n')
    .filter((line) => /:\d+:\d+\)?$/.test(line))
    .slice(0, 20)
    .map((line) =>
      line
        .trim()
        .replace(/https?:\/\/[^/]+/, '')
        .slice(0, 300),
    );
  const report: CrashReport = { name: (isError ? error.name : typeof error).slice(0, 100), frames };
  void fetch('/api/crash_reports/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
    keepalive: true,
  }).catch(() => undefined);
}
