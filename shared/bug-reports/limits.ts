/** The maximum lengths of a bug report's texts, and of a search for reports. */
export const BUG_REPORT_LIMITS = { body: 5_000, commitHash: 64, page: 300, search: 100 } as const;
