import { type CrashReport, crashReport } from '#shared/shell/crash-report.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { createRateLimit } from '../../lib/rate-limits.ts';
import type { ServiceDependencies } from '../../dependencies.ts';

export function createShellService({ database }: ServiceDependencies) {
  const crashesFromOne = createRateLimit(database, { name: 'crash-reports', attempts: 20, seconds: 600 });

  return {
    /** Takes the report of a crashed page (SHEL-028). @throws AppError RATE_LIMITED, INVALID_INPUT */
    async takeCrashReport(ip: string, input: unknown): Promise<CrashReport> {
      const report = parseInput(crashReport, input);
      await crashesFromOne.require(ip);
      return report;
    },
  };
}
