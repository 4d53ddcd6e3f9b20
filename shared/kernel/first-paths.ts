/**
 * The paths of the pages that people open first. Separate from paths.ts, because the early script needs only
 * these.
 */
export const firstPaths = { home: '/', notes: '/notes/', roadmap: '/roadmap/', tasks: '/tasks/' } as const;
