import path from 'node:path';

/** The part of the bundler's module graph that determines a chunk's name. */
interface ModuleGraph {
  getModuleInfo(id: string): {
    isEntry: boolean;
    importers: string[];
    dynamicImporters: string[];
    importedIds: string[];
    dynamicallyImportedIds: string[];
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

/** The router, whose lazy imports are the pages. */
const ROUTER = /\/src\/app\/router\.tsx$/;
/** The page that people open first. */
const HOME = /\/src\/app\/routes\/dashboard\/dashboard\.tsx$/;
/** What the frame of every page loads after the first paint. */
const LATER = /\/src\/(?:features\/.*\/AlertBell|ui\/feedback\/SnackbarList|app\/.*\/UnsentChanges)\.tsx$/;
/**
 * Pages that open quickly, because a separate chunk contains what they share with other pages, without forms
 * and dialogs.
 */
const NOTES = /\/src\/app\/routes\/notes\/notes-list\.tsx$/;
const ROADMAP = /\/src\/(?:app\/routes\/roadmap|features\/roadmap\/components\/colleges\/CollegesTab)\.tsx$/;
/** A module that at least this many pages load is in their common chunk. */
const COMMON_PAGES = 3;

/** A chunk also contains the imports of its modules, except those in an earlier chunk of this list. */
const CHUNKS = ['first', 'later', 'lists', 'notes', 'roadmap', 'colleges', 'common'] as const;

/** The chunk of each module that several pages load; the first one in {@link CHUNKS} that needs it. */
class PageModules {
  readonly #first: ReadonlySet<string>;
  readonly #home: ReadonlySet<string>;
  readonly #later: ReadonlySet<string>;
  readonly #notes: ReadonlySet<string>;
  readonly #roadmap: ReadonlySet<string>;
  readonly #pages: readonly ReadonlySet<string>[];

  constructor(entry: string, graph: ModuleGraph) {
    this.#first = loadedAtOnce(entry, graph);
    const later = [
      ...reach([entry], (id) => {
        const info = graph.getModuleInfo(id);
        return info === null ? [] : [...info.importedIds, ...info.dynamicallyImportedIds];
      }),
    ];
    const loadedBy = (pages: RegExp) =>
      new Set(later.filter((id) => pages.test(id)).flatMap((id) => [...loadedAtOnce(id, graph)]));
    this.#home = loadedBy(HOME);
    this.#later = loadedBy(LATER);
    this.#notes = loadedBy(NOTES);
    this.#roadmap = loadedBy(ROADMAP);
    const pages = later
      .filter((id) => ROUTER.test(id))
      .flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
    this.#pages = pages.map((page) => loadedAtOnce(page, graph));
  }

  chunkOf(id: string): string | null {
    if (this.#first.has(id) || this.#home.has(id)) return 'first';
    const pages = this.#pages.filter((page) => page.has(id)).length;
    if (this.#later.has(id)) return pages > 1 ? 'first' : 'later';
    if (this.#notes.has(id)) {
      if (this.#roadmap.has(id)) return 'lists';
      return pages > 1 ? 'notes' : null;
    }
    if (this.#roadmap.has(id)) {
      if (pages > 1) return 'roadmap';
      return ROADMAP.test(id) ? null : 'colleges';
    }
    return pages >= COMMON_PAGES ? 'common' : null;
  }
}

/**
 * Groups modules that load together: those of the app and the dashboard; those of the frame after the first paint; what
 * the notes and roadmap pages share with each other; what each of them shares with others; the rest of the roadmap's
 * first tab; and what three or more other pages share. Without this the bundler creates a small chunk for each set of
 * pages that share a module: sixty requests for a page, and compressing each alone costs 11 kB.
 */
export function webChunks() {
  let modules: PageModules | undefined;
  const chunkOf = (id: string, graph: ModuleGraph): string | null => {
    if (!GROUPED.test(id) || SEARCH_ONLY.test(id)) return null;
    if (modules === undefined) {
      const app = entriesOf(id, graph).find((entry) => entry.endsWith('.html'));
      if (app === undefined) return null;
      modules = new PageModules(app, graph);
    }
    return modules.chunkOf(id);
  };
  return CHUNKS.map((name, index) => ({
    name: (id: string, graph: ModuleGraph) => (chunkOf(id, graph) === name ? name : null),
    debugName: name,
    priority: CHUNKS.length - index,
  }));
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
