import { z } from 'zod';
import { idempotencyKey } from '../kernel/idempotency.ts';
import { plainText, requiredText } from '../kernel/text.ts';
import { BUG_REPORT_LIMITS } from './limits.ts';

/** The message for a screenshot that was deleted before its report was sent. */
export const UNKNOWN_SCREENSHOT = 'The screenshot was deleted. Attach it again.';

/** How long IP address, city and screenshot are stored. */
export const BUG_REPORT_RETENTION_DAYS = 90;

export const createBugReportInput = z.object({
  body: requiredText({ name: 'The description', max: BUG_REPORT_LIMITS.body }),
  commitHash: plainText({ name: 'The version', max: BUG_REPORT_LIMITS.commitHash }),
  /** The address of the page, without its query. */
  page: plainText({ name: 'The page', max: BUG_REPORT_LIMITS.page }).nullish(),
  /** The file name in the upload's response. */
  screenshot: z
    .string()
    .regex(/^[0-9a-f]{48}$/, UNKNOWN_SCREENSHOT)
    .nullish(),
  /** A report that is sent again after a lost response, with the same key, is stored once. */
  idempotencyKey,
});

export const bugReportFilters = z.strictObject({
  archived: z.boolean().nullish(),
  search: plainText({ name: 'The search', max: BUG_REPORT_LIMITS.search }).nullish(),
});
