import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const builds = path.resolve(import.meta.dirname, '../../../dist/extension');
const DEFAULT_SERVER = 'http://localhost:8080';

/** Copies a build for this server: the address is a constant of the build, see GOPATH_SERVER. */
export function unpackFor(server: string, build: 'chrome-mv3' | 'firefox-mv3', folder: string) {
  cpSync(path.join(builds, build), folder, { recursive: true });
  for (const file of globSync('**/*.{js,json}', { cwd: folder })) {
    const full = path.join(folder, file);
    const text = readFileSync(full, 'utf8');
    if (text.includes(DEFAULT_SERVER)) writeFileSync(full, text.replaceAll(DEFAULT_SERVER, server));
  }
}
