import path from 'node:path';

/** What of the module graph a chunk's name is decided by; a part of what Rolldown and Rollup tell. */
interface ModuleGraph {
  getModuleInfo(id: string): {
    isEntry: boolean;
    importers: string[];
    dynamicImporters: string[];
    importedIds: string[];
  } | null;
}

/** Modules whose unused parts the bundler drops. An index imports all of a library, also `useQueries` of the search. */
const GROUPED =
  /\/(?:src|shared)\/|\/lucide-react\/|\/@tanstack\/(?!.*(?:useQueries|queriesObserver))|\/react(?:-dom)?\/|\/scheduler\/|\/idb\/|\/clsx\//;

function reach(from: string[], next: (id: string) => string[]): Set<string> {
  const reached = new Set<string>();
  for (let id = from.pop(); id !== undefined; id = from.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    from.push(...next(id));
  }
  return reached;
}

/** The pages that load a module at once or later. */
function entriesOf(id: string, graph: ModuleGraph): string[] {
  const users = reach([id], (used) => {
    const info = graph.getModuleInfo(used);
    return info === null ? [] : [...info.importers, ...info.dynamicImporters];
  });
  return [...users].filter((user) => graph.getModuleInfo(user)?.isEntry === true);
}

/** Everything that a page loads before anything else. */
function loadedAtOnce(entry: string, graph: ModuleGraph): Set<string> {
  return reach([entry], (user) => graph.getModuleInfo(user)?.importedIds ?? []);
}

/**
 * Names the chunk of everything that the page loads before anything else. Left alone, the bundler cuts it into sixty
 * small ones, one for each set of pages that happen to share a module: all are loaded at once anyway, each compressed
 * for itself, which cost 11 kB.
 */
export function firstChunk() {
  let atOnce: Set<string> | undefined;
  return (id: string, graph: ModuleGraph): string | null => {
    atOnce ??= new Set(entriesOf(id, graph).flatMap((entry) => [...loadedAtOnce(entry, graph)]));
    return atOnce.has(id) && GROUPED.test(id) ? 'first' : null;
  };
}

/**
 * The same where several pages share modules: what the quick pages load at once comes in one chunk for each set of pages
 * that load it at once, so that none loads what it does not use. What other pages may load later is kept apart from a
 * page's own entry, which must run nowhere else. All else is left to the bundler.
 */
export function pageChunks(quick: readonly string[]) {
  const pages = new Map<string, Set<string>>();
  return (id: string, graph: ModuleGraph): string | undefined => {
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
