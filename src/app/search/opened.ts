/** The open dialog: the search, or one that it or a shortcut opens. */
export type Opened = { what: 'search' | 'list' | 'shortcuts' } | { what: 'task'; line?: string };
