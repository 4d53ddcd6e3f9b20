/** What lies over the page: the search, or what it and the shortcuts of the app open. */
export type Opened = { what: 'search' | 'list' | 'shortcuts' } | { what: 'task'; line?: string };
