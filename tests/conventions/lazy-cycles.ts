/** Import cycles through lazy imports, which the linter does not find. */
import path from 'node:path';

/** Returns the project files that a file imports, including types and lazy imports. */
export function importsOf(file: string, text: string): string[] {
  const found = text.matchAll(/\bfrom '([.#][^']+)'|\bimport\(?\s*'([.#][^']+)'/g);
  return [...found].map(([, from, direct]) => {
    const specifier = (from ?? direct ?? '').split('?')[0] as string;
    return specifier.startsWith('#') ? specifier.slice(1) : path.join(path.dirname(file), specifier);
  });
}

/** Returns import cycles, one line each. @param graph maps files to their imports */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, trail: string[]) => {
    const start = trail.indexOf(file);
    if (start >= 0) cycles.push([...trail.slice(start), file].join(' -> '));
    if (start >= 0 || done.has(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}
