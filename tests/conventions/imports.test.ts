import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findCycles, importsOf, violationsOf } from './imports.ts';

const MAX_LINES = 400;
/** Files with data only, which can be longer. */
const DATA = /^server\/db\/(catalogue|demo)\//;

const sources = new Map(
  globSync('{entrypoints,src,shared,server}/**/*.{ts,tsx}')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.includes('/generated/') && !/\.test\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')]),
);

describe('the source files', () => {
  it('import only what docs/architecture.md allows, and keep SQL in repositories', () => {
    expect([...sources].flatMap(([file, text]) => violationsOf(file, text))).toEqual([]);
  });

  it('have no import cycles, type imports included', () => {
    const graph = new Map([...sources].map(([file, text]) => [file, importsOf(file, text)]));
    expect(findCycles(graph)).toEqual([]);
  });

  it(`have at most ${MAX_LINES} lines: split longer ones by responsibility`, () => {
    const long = [...sources].filter(
      ([file, text]) => !DATA.test(file) && text.split('\n').length > MAX_LINES + 1,
    );
    expect(long.map(([file, text]) => `${file}: ${text.split('\n').length} lines`)).toEqual([]);
  });
});

describe('the import rules', () => {
  const forbidden: [file: string, line: string, advice: RegExp][] = [
    [
      'server/features/tasks/tasks.service.ts',
      "import { a } from '../notes/notes.repository.ts';",
      /service/,
    ],
    ['server/features/tasks/tasks.service.ts', "import type { A } from '../lists/lists.sql.ts';", /service/],
    [
      'server/features/tasks/tasks.service.ts',
      "import { a } from '../../graphql/connection.ts';",
      /transport/,
    ],
    ['server/features/tasks/tasks.repository.ts', "import { a } from '../../http/errors.ts';", /transport/],
    [
      'server/features/roadmap/exams/exams.service.ts',
      "import { a } from '../../../graphql/connection.ts';",
      /transport/,
    ],
    [
      'server/features/tasks/tasks.service.ts',
      "import { a } from '../roadmap/exams/exams.repository.ts';",
      /service/,
    ],
    ['server/features/tasks/tasks.service.ts', 'database.query(`SELECT 1`);', /repository/],
    ['server/identity/embedded/page.ts', "import a from '../../../src/ui/tokens.css';", /shared/],
    ['server/db/search.ts', "import { a } from '../features/roadmap/roadmap.service.ts';", /architecture/],
    ['src/features/tasks/queries.ts', "import { a } from '#src/features/notes/queries.ts';", /src\/app/],
    ['src/features/tasks/queries.ts', "import { a } from '#src/app/router.tsx';", /architecture/],
    ['src/features/tasks/queries.ts', "import { a } from '#src/extension/session.ts';", /architecture/],
    ['src/features/tasks/queries.ts', "import { a } from '#server/app.ts';", /schema/],
    ['src/ui/buttons/Button.tsx', "import { a } from '#shared/tasks/schema.ts';", /prop/],
    [
      'src/transport/report-outbox.ts',
      "import { a } from '#src/features/bug-reports/queries.ts';",
      /architecture/,
    ],
    ['shared/notes/policy.ts', "import { a } from '../tasks/policy.ts';", /schema\.ts/],
    ['shared/kernel/ids.ts', "import { a } from '../tasks/schema.ts';", /schema\.ts/],
    ['entrypoints/popup/main.tsx', "import { a } from '#src/features/notes/queries.ts';", /architecture/],
  ];

  it.each(forbidden)('%s rejects %s', (file, line, advice) => {
    expect(violationsOf(file, line).join()).toMatch(advice);
  });

  const allowed: [file: string, line: string][] = [
    ['server/features/tasks/tasks.service.ts', "import { a } from '../users/users.service.ts';"],
    ['server/features/tasks/tasks.graphql.ts', "import { a } from '../../graphql/builder.ts';"],
    ['server/features/tasks/tasks.service.ts', "import { a } from '../roadmap/exams/exams.service.ts';"],
    ['server/features/roadmap/exams/exams.graphql.ts', "import { a } from '../../../graphql/builder.ts';"],
    ['server/features/tasks/tasks.alerts.ts', "import { a } from '../alerts/alerts.sources.ts';"],
    ['src/app/routes/tasks/tasks-list.tsx', "import { a } from '#src/features/tasks/queries.ts';"],
    ['src/ui/Editor.tsx', "import { a } from '#shared/rich-text/parse.ts';"],
    ['shared/notes/schema.ts', "import { a } from '../tasks/schema.ts';"],
  ];

  it.each(allowed)('%s accepts %s', (file, line) => {
    expect(violationsOf(file, line)).toEqual([]);
  });

  it('finds a cycle of type imports', () => {
    const graph = new Map([
      ['a.ts', importsOf('a.ts', "import type { B } from './b.ts';")],
      ['b.ts', importsOf('b.ts', "export type { C } from './c.ts';")],
      ['c.ts', importsOf('c.ts', "type A = import('./a.ts').A;")],
    ]);
    expect(findCycles(graph)).toEqual(['a.ts -> b.ts -> c.ts -> a.ts']);
  });
});
