/** What of the module graph a chunk's name is decided by; a part of Rolldown's context. */
interface ModuleGraph {
  getModuleInfo(id: string): {
    isEntry: boolean;
    importers: string[];
    dynamicImporters: string[];
    importedIds: string[];
  } | null;
}

/** Modules whose unused parts are dropped one by one: whole files of them never come along for nothing. */
const GROUPED =
  /\/(?:src|shared)\/|\/lucide-react\/|\/@tanstack\/|\/react(?:-dom)?\/|\/scheduler\/|\/idb\/|\/clsx\//;

function reach(from: string[], next: (id: string) => string[]): Set<string> {
  const reached = new Set<string>();
  for (let id = from.pop(); id !== undefined; id = from.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    from.push(...next(id));
  }
  return reached;
}

/**
 * Names the chunk of everything that the page loads before anything else. Left alone, the bundler cuts it into sixty
 * small ones, one for each set of pages that happen to share a module: all are loaded at once anyway, each compressed
 * for itself, which cost 11 kB.
 */
export function firstChunk() {
  let atOnce: Set<string> | undefined;
  return (id: string, graph: ModuleGraph): string | null => {
    if (atOnce === undefined) {
      const users = reach([id], (used) => {
        const info = graph.getModuleInfo(used);
        return info === null ? [] : [...info.importers, ...info.dynamicImporters];
      });
      const entries = [...users].filter((user) => graph.getModuleInfo(user)?.isEntry === true);
      atOnce = reach(entries, (user) => graph.getModuleInfo(user)?.importedIds ?? []);
    }
    return atOnce.has(id) && GROUPED.test(id) ? 'first' : null;
  };
}
