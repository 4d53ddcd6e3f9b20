import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** The files that determine the content of a build. */
const SOURCES = [
  'package-lock.json',
  'CHANGELOG.md',
  '*.config.ts',
  'scripts/{generate-operations,collect-operations,build/*}.ts',
  'server/graphql/schema.graphql',
  'server/features/legal/third-party-software.ts',
  'entrypoints/**/*',
  'public/**/*',
  'shared/**/*',
  'src/**/*',
  'tests/gallery/*',
];

function fingerprint(): string {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !file.includes('generated') && !file.includes('.test.'))
    .sort();
  for (const file of new Set(files)) {
    const full = path.join(root, file);
    if (statSync(full).isFile()) hash.update(file).update(readFileSync(full));
  }
  return hash.digest('hex');
}

/**
 * Runs a build tool. Prints its output only if it fails: warnings are for `npm run build`.
 * @throws Error if it fails
 */
function run(program: string, ...args: string[]) {
  const bin = path.join(root, 'node_modules', '.bin');
  const file = path.join(bin, process.platform === 'win32' ? `${program}.cmd` : program);
  const { status, error, stdout, stderr } = spawnSync(file, args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 ** 2,
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH']}`, NODE_ENV: 'production' },
  });
  if (status === 0) return;
  console.error(stdout, stderr);
  throw error ?? new Error(`${program} ${args.join(' ')} failed with ${status}.`);
}

/** Generates the typed operations of the client from the committed schema. */
export function generateOperations() {
  run('node', 'scripts/generate-operations.ts');
  run('node', 'scripts/collect-operations.ts');
}

/** Builds if a source changed since the last build of this name. */
function whenChanged(name: string, build: () => void) {
  const marker = path.join(root, 'dist', name);
  const wanted = fingerprint();
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  mkdirSync(path.dirname(marker), { recursive: true });
  build();
  writeFileSync(marker, wanted);
}

/** Builds the web app and the Chrome extension if a source changed since the last build. */
export function ensureBuilt() {
  whenChanged('.built', () => {
    console.log('Building the web app and the extension (after a change; about ten seconds)…');
    generateOperations();
    run('vite', 'build');
    run('wxt', 'build', '-b', 'chrome');
  });
}

/** Builds the Firefox extension if a source changed; only its tests need it. */
export function ensureFirefoxBuilt() {
  whenChanged('.built-firefox', () => {
    generateOperations();
    run('wxt', 'build', '-b', 'firefox');
  });
}

/** Builds the gallery of components if a source changed; only its tests need it. */
export function ensureGalleryBuilt() {
  whenChanged('.built-gallery', () => run('vite', 'build', '--config', 'tests/gallery/vite.config.ts'));
}
