/** How long an export can be downloaded. */
export const EXPORT_HOURS = 24;

/** How long a deletion can be withdrawn. */
export const DELETION_DAYS = 30;
