import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** The list that the build writes. */
export const THIRD_PARTY_FILE = path.join(ROOT, 'dist/third-party-software.txt');

const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i;

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
}

/** A package that ships, with the text of its license. */
interface ShippedPackage {
  label: string;
  text: string;
}

async function readLicense(folder: string): Promise<string | null> {
  const files = await readdir(folder).catch(() => []);
  const file = files.filter((name) => LICENSE_FILE.test(name)).sort()[0];
  if (file === undefined) return null;
  return (await readFile(path.join(folder, file), 'utf8').catch(() => null))?.trim() ?? null;
}

/** Lists the installed packages of the lock file that are not development tools. */
async function readShipped(): Promise<ShippedPackage[]> {
  const lock = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const shipped: ShippedPackage[] = [];
  for (const [folder, { version, license, dev, link }] of Object.entries(lock.packages)) {
    if (folder === '' || dev === true || link === true) continue;
    const absolute = path.join(ROOT, folder);
    const isInstalled = (await readdir(absolute).catch(() => [])).length > 0;
    // Packages for other operating systems are not installed.
    if (!isInstalled) continue;
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    shipped.push({
      label: `${name} ${version ?? ''}`.trim(),
      text: (await readLicense(absolute)) ?? `License: ${license ?? 'see the package'}`,
    });
  }
  return shipped;
}

/** Returns the packages that ship with GoPath as text, each license once below the packages that use it. */
export async function listThirdPartySoftware(): Promise<string> {
  const labelsByText = new Map<string, string[]>();
  for (const { label, text } of await readShipped()) {
    const labels = labelsByText.get(text) ?? [];
    if (!labels.includes(label)) labelsByText.set(text, [...labels, label]);
  }
  return [...labelsByText]
    .map(([text, labels]) => ({ heading: labels.sort((a, b) => a.localeCompare(b)).join('\n'), text }))
    .sort((a, b) => a.heading.localeCompare(b.heading))
    .map(({ heading, text }) => `${heading}\n\n${text}`)
    .join(`\n\n${'-'.repeat(40)}\n\n`);
}
