import { safeErrorName } from '#shared/monitoring/scrub.ts';
import { type CrashReport, crashReport } from '#shared/shell/crash-report.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { createRateLimit } from '../../lib/rate-limits.ts';
import type { ServiceDependencies } from '../../dependencies.ts';

/** A position in a built script: the only part of a stack frame that is not free text. */
const POSITION = /\/assets\/[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}/;

/** Returns the parts of a crash report that are safe to log: anyone can send one, with any text. */
function withoutFreeText({ name, frames }: CrashReport): CrashReport {
  return {
    name: safeErrorName(name),
    frames: frames.flatMap((frame) => POSITION.exec(frame)?.[0] ?? []),
  };
}

/** Creates the service of the app's frame. */
export function createShellService({ database }: ServiceDependencies) {
  const crashesFromOne = createRateLimit(database, { name: 'crash-reports', attempts: 20, seconds: 600 });

  return {
    /** Accepts the report of a crashed page (SHEL-028). @throws AppError RATE_LIMITED, INVALID_INPUT */
    async acceptCrashReport(ip: string, input: unknown): Promise<CrashReport> {
      const report = parseInput(crashReport, input);
      await crashesFromOne.require(ip);
      return withoutFreeText(report);
    },
  };
}
