import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Returns the file of every icon, by each of its names. */
function iconFiles(): Map<string, string> {
  const index = readFileSync(
    fileURLToPath(import.meta.resolve('lucide-react/dist/esm/lucide-react.mjs')),
    'utf8',
  );
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of index.matchAll(/export \{ (.+) \} from '\.\/icons\/(.+)\.mjs'/gu)) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/gu)) files.set(name, file);
  }
  return files;
}

/**
 * Imports every icon from its own file instead of the index. Only then does the bundler's module graph, which
 * `pageChunks` uses, show which page uses which icon.
 */
export function iconImports() {
  let files: Map<string, string> | undefined;
  return {
    name: 'icon-imports',
    transform(code: string, id: string) {
      if (id.includes('/node_modules/') || !code.includes('lucide-react')) return null;
      const changed = code.replace(
        /import \{([^}]+)\} from ['"]lucide-react['"];?/gu,
        (statement, names: string) => {
          const imports = names.split(',').map((name) => {
            const [icon = '', local = icon] = name.trim().split(' as ');
            files ??= iconFiles();
            return `import ${local} from 'lucide-react/icons/${files.get(icon)}';`;
          });
          return imports.join(' ') + statement.replace(/[^\n]/gu, '');
        },
      );
      // The code below keeps its lines, so the source map stays valid.
      return { code: changed, map: null };
    },
  };
}
