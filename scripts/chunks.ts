import path from 'node:path';

/** The part of the bundler's module graph that determines a chunk's name. */
interface ModuleGraph {
  getModuleInfo(id: string): {
    isEntry: boolean;
    importers: string[];
    dynamicImporters: string[];
    importedIds: string[];
  } | null;
}

/** Modules whose unused parts the bundler removes. */
const GROUPED =
  /\/(?:src|shared)\/|\/lucide-react\/|\/@tanstack\/|\/react(?:-dom)?\/|\/scheduler\/|\/idb\/|\/clsx\//;

/** Only the search uses `useQueries`, but every page imports the library's index, which exports it. */
const SEARCH_ONLY = /\/@tanstack\/.*(?:useQueries|queriesObserver)/;

function reach(from: string[], next: (id: string) => string[]): Set<string> {
  const reached = new Set<string>();
  for (let id = from.pop(); id !== undefined; id = from.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    from.push(...next(id));
  }
  return reached;
}

/** Returns the pages that load a module, initially or later. */
function entriesOf(id: string, graph: ModuleGraph): string[] {
  const users = reach([id], (used) => {
    const info = graph.getModuleInfo(used);
    return info === null ? [] : [...info.importers, ...info.dynamicImporters];
  });
  return [...users].filter((user) => graph.getModuleInfo(user)?.isEntry === true);
}

/** Returns the modules that a page loads initially. */
function loadedAtOnce(entry: string, graph: ModuleGraph): Set<string> {
  return reach([entry], (user) => graph.getModuleInfo(user)?.importedIds ?? []);
}

/**
 * Puts the modules that the page loads initially into one chunk. Without this the bundler creates sixty small chunks,
 * one for each set of pages that share a module. All of them load initially anyway, and compressing each alone costs 11
 * kB.
 */
export function firstChunk() {
  let atOnce: Set<string> | undefined;
  return (id: string, graph: ModuleGraph): string | null => {
    atOnce ??= new Set(entriesOf(id, graph).flatMap((entry) => [...loadedAtOnce(entry, graph)]));
    return atOnce.has(id) && GROUPED.test(id) && !SEARCH_ONLY.test(id) ? 'first' : null;
  };
}

/**
 * Does the same for several pages. The initial modules of the quick pages are grouped into one chunk for each set of
 * pages that share them, so no page loads code it does not use. Modules that another page loads later stay out of a
 * page's entry chunk, because an entry must not run on another page. The bundler decides everything else.
 * @param quick the names of the pages that must start fast
 */
export function pageChunks(quick: readonly string[]) {
  const pages = new Map<string, Set<string>>();
  return (id: string, graph: ModuleGraph): string | undefined => {
    // Otherwise the bundler puts it into the chunk of the index that exports it.
    if (SEARCH_ONLY.test(id)) return 'parallel-queries';
    const entries = entriesOf(id, graph);
    for (const entry of entries) {
      if (!pages.has(entry)) pages.set(entry, loadedAtOnce(entry, graph));
    }
    const users = entries
      .filter((entry) => pages.get(entry)?.has(id))
      .map((entry) => path.basename(path.dirname(entry)))
      .sort();
    if (!users.some((page) => quick.includes(page))) return undefined;
    const isOwn = users.length === 1 && entries.length === 1;
    return users.length > 1 || isOwn ? users.join('-') : `${users[0]}-shared`;
  };
}
