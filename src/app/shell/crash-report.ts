import type { CrashReport } from '#shared/shell/crash-report.ts';

/**
 * Tells the server that a page crashed (SHEL-028). It sends the kind of error and the places in our code, never the
 * message: that could hold what somebody typed. Nothing waits for it, and a failure changes nothing.
 */
export function reportCrash(error: unknown) {
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
