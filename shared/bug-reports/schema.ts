import { z } from 'zod';
import { idempotencyKey } from '../kernel/idempotency.ts';
import { plainText, requiredText } from '../kernel/text.ts';

/** The limits of a screenshot (product decision 27). */
export const SCREENSHOT_LIMITS = {
  bytes: 5 * 1024 * 1024,
  pixels: 32_000_000,
  types: ['image/png', 'image/jpeg', 'image/webp'],
} as const;

/** The errors of a screenshot, shown to the person who chose it. */
export const SCREENSHOT_MESSAGES = {
  tooLarge: 'The picture is larger than 5 MB',
  tooManyPixels: 'The picture has more than 32 megapixels',
  wrongType: 'The picture must be a PNG, JPEG or WebP',
  animated: 'The picture is animated; choose one that stands still',
  broken: 'The picture is damaged or was cut off on the way',
  trailing: 'The file holds something else behind the picture',
  unknown: 'The picture is not there any more; attach it again',
} as const;

export const BUG_REPORT_LIMITS = { body: 5_000, commitHash: 64 } as const;

/** How long IP address, city and screenshot are stored. */
export const BUG_REPORT_RETENTION_DAYS = 90;

export const createBugReportInput = z.object({
  body: requiredText({ name: 'The description', max: BUG_REPORT_LIMITS.body }),
  commitHash: plainText({ name: 'The version', max: BUG_REPORT_LIMITS.commitHash }),
  /** The address of the page, without its query. */
  page: plainText({ name: 'The page', max: 300 }).nullish(),
  /** The file name in the upload's response. */
  screenshot: z
    .string()
    .regex(/^[0-9a-f]{48}$/, SCREENSHOT_MESSAGES.unknown)
    .nullish(),
  /** A UUID: a report that is sent again after a lost response is stored once. */
  idempotencyKey,
});

export const bugReportFilters = z.strictObject({
  archived: z.boolean().nullish(),
  search: plainText({ name: 'The search', max: 100 }).nullish(),
});
