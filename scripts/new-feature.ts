/**
 * `npm run new-feature NAME`: writes the files of a feature with a working list page, from the table to the screen, and
 * prints the lines that register it. See 'How to add a feature' in docs/architecture.md.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { featureFiles, namesOf, registrations } from './feature-templates.ts';

const name = process.argv[2] ?? '';
if (!/^[a-z]+(-[a-z]+)*s$/.test(name)) {
  console.error(
    'Name the feature in the plural, in lower case, with hyphens: npm run new-feature study-groups',
  );
  process.exit(1);
}

/** Returns the next free range of migrations: 160 after 151. */
function nextMigration(): string {
  const numbers = readdirSync('server/db/migrations').map((file) => Number.parseInt(file, 10));
  return String((Math.floor(Math.max(...numbers) / 10) + 1) * 10).padStart(3, '0');
}

const names = namesOf(name, nextMigration());
for (const [file, content] of Object.entries(featureFiles(names))) {
  if (existsSync(file)) {
    console.error(`${file} exists: kept as it is.`);
    continue;
  }
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  console.log(`Created ${file}`);
}
console.log(`\nAdd these lines:\n\n${registrations(names)}\n\nThen run: npm run codegen && npm run format`);
