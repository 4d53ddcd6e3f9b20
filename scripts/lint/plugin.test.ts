import path from 'node:path';
import { RuleTester } from 'oxlint/plugins-dev';
import { describe, it } from 'vitest';
import { imports, noSql } from './plugin.ts';

RuleTester.describe = describe;
RuleTester.it = it;

const ROOT = path.resolve(import.meta.dirname, '../..');
const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'tsx' } } });

const forbidden: [file: string, code: string, advice: RegExp][] = [
  ['server/features/tasks/tasks.service.ts', "import { a } from '../notes/notes.repository.ts';", /service/],
  ['server/features/tasks/tasks.service.ts', "import type { A } from '../lists/lists.sql.ts';", /service/],
  ['server/features/tasks/tasks.service.ts', "type A = import('../lists/lists.sql.ts').A;", /service/],
  ['server/features/tasks/tasks.service.ts', "const a = import('../lists/lists.sql.ts');", /service/],
  ['server/features/tasks/tasks.service.ts', "export { a } from '../lists/lists.sql.ts';", /service/],
  ['server/features/tasks/tasks.service.ts', "export * from '../lists/lists.sql.ts';", /service/],
  ['server/features/tasks/tasks.service.ts', "import { a } from '../../graphql/connection.ts';", /transport/],
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
const allowed: [file: string, code: string][] = [
  ['server/features/tasks/tasks.service.ts', "import { a } from '../users/users.service.ts';"],
  ['server/features/tasks/tasks.graphql.ts', "import { a } from '../../graphql/builder.ts';"],
  ['server/features/tasks/tasks.service.ts', "import { a } from '../roadmap/exams/exams.service.ts';"],
  ['server/features/roadmap/exams/exams.graphql.ts', "import { a } from '../../../graphql/builder.ts';"],
  ['server/features/tasks/tasks.alerts.ts', "import { a } from '../alerts/alerts.sources.ts';"],
  ['src/app/routes/tasks/tasks-list.tsx', "import { a } from '#src/features/tasks/queries.ts';"],
  ['src/ui/Editor.tsx', "import { a } from '#shared/rich-text/parse.ts';"],
  ['shared/notes/schema.ts', "import { a } from '../tasks/schema.ts';"],
  ['src/ui/buttons/Button.tsx', "import { a } from 'react';"],
];
const at = (file: string, code: string) => ({
  code,
  filename: path.join(ROOT, file),
  name: `${file}: ${code}`,
});

tester.run('imports', imports, {
  valid: allowed.map(([file, code]) => at(file, code)),
  invalid: forbidden.map(([file, code, advice]) => ({ ...at(file, code), errors: [advice] })),
});

tester.run('no-sql', noSql, {
  valid: ["const text = 'Select a passage first';"],
  invalid: [
    { code: 'database.query(`SELECT 1`);', errors: 1 },
    { code: 'database.query(`\n  WITH mine AS (SELECT 1) SELECT * FROM mine WHERE a = ${b}`);', errors: 1 },
    { code: "database.query('DELETE FROM tasks');", errors: 1 },
  ],
});
