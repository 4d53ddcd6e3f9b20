/**
 * `npm run new-feature NAME`: writes the files of a feature, from the table to a working list page with items that a
 * person adds and sees, newest first. It prints the lines that register the feature. See 'How to add a feature' in
 * docs/architecture.md.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { clientFiles } from './feature-templates/client.ts';
import { namesOf } from './feature-templates/names.ts';
import { registrations } from './feature-templates/registrations.ts';
import { serverFiles } from './feature-templates/server.ts';
import { sharedFiles } from './feature-templates/shared.ts';

const name = process.argv[2] ?? '';
if (!/^[a-z]+(-[a-z]+)*s$/.test(name)) {
  console.error(
    'Name the feature in lower case, words joined by hyphens, with a regular plural: npm run new-feature study-groups',
  );
  process.exit(1);
}

/** Returns the number that starts the next block of ten migrations: 160 after 151. */
function nextMigration(): string {
  const numbers = readdirSync('server/db/migrations').map((file) => Number.parseInt(file, 10));
  return String((Math.floor(Math.max(...numbers) / 10) + 1) * 10).padStart(3, '0');
}

const names = namesOf(name, nextMigration());
const files = { ...sharedFiles(names), ...serverFiles(names), ...clientFiles(names) };
const existing = Object.keys(files).find((file) => existsSync(file));
if (existing !== undefined) {
  console.error(
    `${existing} exists. Choose another name, or delete the feature's files to write them again.`,
  );
  process.exit(1);
}
for (const [file, content] of Object.entries(files)) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  console.log(`Created ${file}`);
}
console.log(`\nAdd these lines:\n\n${registrations(names)}\n\nThen run: npm run codegen && npm run format`);
