/**
 * `npm run new-feature NAME`: lays out the rooms of a feature, each file with its place in the way of data, and says
 * which lines register it.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const name = process.argv[2] ?? '';
if (!/^[a-z]+(-[a-z]+)*$/.test(name)) {
  console.error(
    'Name the feature in lower case, words joined by hyphens: npm run new-feature -- study-groups',
  );
  process.exit(1);
}
const pascal = name.replaceAll(/(^|-)([a-z])/g, (_match, _hyphen, letter: string) => letter.toUpperCase());
const camel = pascal[0]?.toLowerCase() + pascal.slice(1);

const files: Record<string, string> = {
  [`shared/${name}/schema.ts`]: `/** Fields, limits and messages of ${name}: for form, API and worker alike. */
import { z } from 'zod';

export const ${camel}Input = z.strictObject({});
`,
  [`shared/${name}/policy.ts`]: `/** Who may do what with ${name}: pure predicates, enforced by the service, shown by the answer. */
import type { Actor } from '../kernel/actor.ts';

export function canRead${pascal}(actor: Actor, ownerPk: number): boolean {
  return actor.pk === ownerPk;
}
`,
  [`server/features/${name}/${name}.repository.ts`]: `import type { Database } from '../../db/database.ts';

/** The only SQL of ${name}. */
export class ${pascal}Repository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }
}
`,
  [`server/features/${name}/${name}.service.ts`]: `import type { ServiceDependencies } from '../../dependencies.ts';
import { ${pascal}Repository } from './${name}.repository.ts';

/** Load, authorize, act. */
export function create${pascal}Service({ database }: ServiceDependencies) {
  const repository = new ${pascal}Repository(database);
  return { repository };
}
`,
  [`server/features/${name}/${name}.graphql.ts`]: `import { builder } from '../../graphql/builder.ts';

/** Types, queries and mutations of ${name}: parse and delegate to the service. */
builder.queryFields(() => ({}));
`,
  [`server/features/${name}/${name}.test.ts`]: `import { describe, it } from 'vitest';

describe('${name}', () => {
  it.todo('does what its first requirement row says');
});
`,
  [`src/features/${name}/queries.ts`]: `/** The keys and queries of ${name}, for every surface. */
export const ${camel}Keys = {
  all: ['${name}'] as const,
};
`,
  [`src/features/${name}/mutations.ts`]: `/** The mutations of ${name}; each clears the cache by itself (API-007). */
export {};
`,
};

for (const [file, content] of Object.entries(files)) {
  if (existsSync(file)) {
    console.error(`${file} exists already; nothing was written over.`);
    continue;
  }
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  console.log(`made ${file}`);
}
console.log(`
Now register it:
  server/services.ts         ${camel}: create${pascal}Service(dependencies)
  server/schema.ts           import './features/${name}/${name}.graphql.ts'
  server/routes.ts           only for REST: register${pascal}Routes(context)
  src/app/router.tsx         { path: '${name}', lazy: () => import('./routes/${name}.tsx') }
  tests/authorization/       its fields and routes in the matrix
  server/db/migrations/      its tables, in a range of numbers of its own`);
