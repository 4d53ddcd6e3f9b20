import type { Plugin, Rolldown } from 'vite';

/** The code of pages that people open first, by the start of their address; '/' is only the dashboard. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  '/': ['routes/dashboard/dashboard.tsx'],
  '/notes/': ['routes/notes/notes-list.tsx'],
  '/roadmap/colleges/': ['routes/roadmap.tsx', 'components/colleges/CollegesTab.tsx'],
  '/roadmap/': ['routes/roadmap.tsx'],
  '/tasks/': ['routes/tasks/tasks-upcoming.tsx'],
  '/students/': ['routes/people/students-list.tsx'],
  '/sign_in/': ['routes/sign-in/sign-in.tsx'],
};

/** Returns the files that load together with a chunk, itself included. */
function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): Set<string> {
  const files = new Set<string>();
  const add = (name: string) => {
    if (files.has(name)) return;
    files.add(name);
    const imported = bundle[name];
    if (imported?.type === 'chunk') imported.imports.forEach(add);
  };
  add(chunk.fileName);
  return files;
}

/**
 * Adds `preload.json`: the files of each page that load besides the entry, which the server names in the page's HTML.
 */
export function preloadList(): Plugin {
  return {
    name: 'preload-list',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entry = chunks.find(({ isEntry, name }) => isEntry && name === 'index');
      const known = entry === undefined ? new Set<string>() : filesOf(entry, bundle);
      const list = Object.entries(PAGES).map(([address, modules]) => {
        const files = modules.flatMap((module) => {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`));
          if (chunk === undefined) throw new Error(`There is no page ${module}.`);
          return [...filesOf(chunk, bundle)];
        });
        return [address, [...new Set(files)].filter((file) => !known.has(file))];
      });
      this.emitFile({
        type: 'asset',
        fileName: 'preload.json',
        source: JSON.stringify(Object.fromEntries(list)),
      });
    },
  };
}
