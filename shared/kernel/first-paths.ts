/** The pages that people open first. Apart from the other addresses, which the early script does not need. */
export const firstPaths = { home: '/', notes: '/notes/', roadmap: '/roadmap/', tasks: '/tasks/' } as const;
