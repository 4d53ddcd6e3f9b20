import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const builds = path.resolve(import.meta.dirname, '../../../dist/extension');
const DEFAULT_SERVER = 'http://localhost:8080';

const withServer = new Map<string, string[]>();

/** Returns the files of a build that contain the server's address. Cached, because it reads all of them. */
function findFilesWithServer(build: string): string[] {
  const known = withServer.get(build);
  if (known !== undefined) return known;
  const cwd = path.join(builds, build);
  const found = globSync('**/*.{js,json}', { cwd }).filter((file) =>
    readFileSync(path.join(cwd, file), 'utf8').includes(DEFAULT_SERVER),
  );
  withServer.set(build, found);
  return found;
}

/** Copies a build for this server: the address is a constant of the build, see GOPATH_SERVER. */
export function unpackFor(server: string, build: 'chrome-mv3' | 'firefox-mv3', folder: string) {
  cpSync(path.join(builds, build), folder, { recursive: true });
  for (const file of findFilesWithServer(build)) {
    const full = path.join(folder, file);
    writeFileSync(full, readFileSync(full, 'utf8').replaceAll(DEFAULT_SERVER, server));
  }
}

/** Replaces `activeTab`, which the browser only grants on a click on its toolbar or a shortcut. */
export const ANY_HOST = '<all_urls>';

/** Makes the browser start with optional permissions granted: tests cannot click its permission prompt. */
export function grant(folder: string, granted: readonly string[]) {
  const file = path.join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as {
    permissions: string[];
    optional_permissions: string[];
    host_permissions: string[];
  };
  if (granted.includes(ANY_HOST)) manifest.host_permissions.push(ANY_HOST);
  manifest.permissions.push(...granted.filter((name) => name !== ANY_HOST));
  manifest.optional_permissions = manifest.optional_permissions.filter((name) => !granted.includes(name));
  writeFileSync(file, JSON.stringify(manifest));
}
