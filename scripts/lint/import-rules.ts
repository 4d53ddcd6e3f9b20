/** The import rules of docs/architecture.md as data, and the check of one import. */
import path from 'node:path';

/**
 * The folders that each folder can import besides itself. `*` matches one feature; every folder can import
 * shared/kernel.
 */
const MAY_IMPORT: readonly (readonly [folder: string, ...allowed: string[]])[] = [
  ['entrypoints', 'src/app', 'src/extension', 'src/ui/theme/styles.css'],
  ['src/app', 'src/features', 'src/transport', 'src/messaging', 'src/ui', 'src/lib', 'shared'],
  ['src/features/*', 'src/transport', 'src/ui', 'src/lib', 'shared'],
  ['src/extension', 'src/messaging', 'src/transport', 'src/lib', 'shared'],
  ['src/transport', 'src/messaging', 'src/lib', 'shared'],
  ['src/messaging'],
  ['src/ui', 'src/lib', 'shared/rich-text'],
  ['src/lib'],
  ['shared/kernel'],
  ['shared/*', 'shared/*/schema.ts', 'shared/*/responses.ts', 'shared/rich-text'],
  [
    'server/features/*',
    'server/lib',
    'server/db',
    'server/jobs',
    'server/mail',
    'server/storage',
    'server/identity',
  ],
  ['server/features/*', 'shared', 'server/{config,clock,services,dependencies}.ts'],
  // From another feature: its service, its object types, and its registration points.
  ['server/features/*', 'server/features/*/**/*.{service,graphql,sources}.ts'],
  // These two kinds of files are a feature's transport code.
  ['server/features/*/**/*.graphql.ts', 'server/graphql', 'server/http', 'server/features/*'],
  ['server/features/*/**/*.routes.ts', 'server/http', 'server/features/*'],
  ['server/lib', 'server/db', 'server/config.ts', 'shared'],
  ['server/db', 'server/identity/identity.ts', 'server/jobs/queue.ts', 'shared'],
  ['server/jobs', 'server/db', 'server/config.ts', 'server/clock.ts', 'server/lib', 'shared'],
  ['server/mail', 'server/db', 'server/jobs', 'server/http', 'server/config.ts', 'server/lib', 'shared'],
  ['server/storage', 'server/config.ts', 'shared'],
  ['server/http', 'server', 'shared', '!server/features', '!server/graphql'],
  ['server/graphql', 'server', 'shared', '!server/features'],
  ['server/identity', 'server', 'shared', '!server/features', '!server/graphql'],
  // app.ts and the lists beside it assemble everything.
  ['server', 'server', 'shared'],
];

/** Returns whether a file matches a pattern of a file or folder. */
function fits(file: string, pattern: string): boolean {
  return path.matchesGlob(file, pattern) || path.matchesGlob(file, `${pattern}/**`);
}

/** Returns the folder of a file: its feature's folder, or a folder of the table. */
function folderOf(file: string): string {
  const parts = file.split('/');
  const depth = parts[1] === 'features' ? 3 : ['src', 'shared', 'server'].includes(parts[0] ?? '') ? 2 : 1;
  return parts.slice(0, Math.min(depth, parts.length - 1)).join('/');
}

function isAllowed(file: string, target: string): boolean {
  if (folderOf(file) === folderOf(target) || fits(target, 'shared/kernel')) return true;
  const rows = MAY_IMPORT.filter(([folder]) => fits(file, folder));
  // The kernel is below every other folder of shared. Later rows of server are wider.
  const own = file.startsWith('shared/kernel') ? rows.slice(0, 1) : rows;
  const specific = own.length > 1 ? own.filter(([folder]) => folder !== 'server') : own;
  return specific.some(
    ([, ...allowed]) =>
      allowed.some((pattern) => fits(target, pattern)) &&
      !allowed.some((pattern) => pattern.startsWith('!') && fits(target, pattern.slice(1))),
  );
}

/** Returns what to do about a forbidden import. */
function advice(file: string, target: string): string {
  const [from, to] = [folderOf(file), folderOf(target)];
  if (from.startsWith('server/features/') && to.startsWith('server/features/'))
    return 'use the service (*.service.ts) or an object type (*.graphql.ts) of the other feature';
  if (from.startsWith('src/features/') && to.startsWith('src/features/'))
    return 'combine the two features in src/app/routes, or pass a component as a prop';
  if (from.startsWith('src/') && to.startsWith('server'))
    return 'only the printed schema crosses; move it to shared';
  if (from.startsWith('server') && to.startsWith('src')) return 'move what both need to shared';
  if (from.startsWith('server/features/') && /^server\/(graphql|http)$/.test(to))
    return 'services know no transport: move it to server/lib, or the code to *.graphql.ts or *.routes.ts';
  if (from === 'src/ui') return 'src/ui knows nothing of the product: pass the value as a prop';
  if (from.startsWith('shared/'))
    return 'import only schema.ts or responses.ts of another shared feature, or move it to shared/kernel';
  return "see 'Folders' in docs/architecture.md";
}

/** Returns what to do instead of importing a file; null if the import is allowed. Paths are relative to the project. */
export function adviceAgainst(file: string, target: string): string | null {
  if (!/^(entrypoints|src|shared|server|tests)\//.test(target) || isAllowed(file, target)) return null;
  return advice(file, target);
}
