/** `npm run requirements`: lists, by area, the rows of docs/requirements.tsv that no test covers. */
import { globSync, readFileSync } from 'node:fs';

interface Row {
  id: string;
  area: string;
  statement: string;
}

const rows: Row[] = readFileSync('docs/requirements.tsv', 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [id = '', area = '', , statement = ''] = line.split('\t');
    return { id, area, statement };
  });

/** Returns the ids in `// covers:` comments of the tests, with their files. A list can span several comment lines. */
function readCovered(): Map<string, string[]> {
  const covered = new Map<string, string[]>();
  const files = ['server', 'shared', 'src', 'tests', 'scripts'].flatMap((folder) =>
    globSync(`${folder}/**/*.{test,spec}.{ts,tsx}`),
  );
  for (const file of files) {
    for (const [comment] of readFileSync(file, 'utf8').matchAll(
      /\/\/ covers:[^\n]*(?:\n\s*\/\/ +[A-Z]{3,4}-\d{3}[^\n]*)*/g,
    )) {
      for (const [id] of comment.matchAll(/[A-Z]{3,4}-\d{3}/g))
        covered.set(id, [...(covered.get(id) ?? []), file]);
    }
  }
  return covered;
}

const covered = readCovered();
const known = new Set(rows.map(({ id }) => id));
const unknown = [...covered.keys()].filter((id) => !known.has(id));

for (const area of new Set(rows.map((row) => row.area))) {
  const all = rows.filter((row) => row.area === area);
  const open = all.filter(({ id }) => !covered.has(id));
  console.log(`\n${area}  ${all.length - open.length} of ${all.length} covered`);
  for (const { id, statement } of open) console.log(`  ${id}  ${statement}`);
}
const total = rows.filter(({ id }) => covered.has(id)).length;
console.log(`\nIn all: ${total} of ${rows.length} covered.`);
if (unknown.length > 0) {
  console.error(`Tests name rows that do not exist: ${unknown.join(', ')}`);
  process.exit(1);
}
