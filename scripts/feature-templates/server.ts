import type { FeatureNames } from './names.ts';

/** Returns the table, the service, the API and its test of a new feature. */
export function serverFiles(names: FeatureNames): Record<string, string> {
  const { folder, Many, many, One, one, table, things, aThing, migration } = names;
  const feature = `server/features/${folder}/${folder}`;
  return {
    [`server/db/migrations/${migration}-${folder}.ts`]: `import { type Kysely, sql } from 'kysely';

/** Each person's ${things}. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql\`
    CREATE TABLE ${table} (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      owner_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
      created_at timestamptz(3) NOT NULL
    )\`.execute(db);
  await sql\`CREATE INDEX ${table}_of_owner ON ${table} (owner_pk, created_at DESC, pk DESC)\`.execute(db);
}
`,
    [`server/db/tables/${folder}.ts`]: `import type { Generated } from 'kysely';

/** Each person's ${things} (migration ${migration}). */
export interface ${One}Tables {
  ${many}: {
    pk: Generated<number>;
    ownerPk: number;
    name: string;
    createdAt: Date;
  };
}
`,
    [`${feature}.repository.ts`]: `import type { Database } from '../../db/database.ts';
import type { NewestFirst } from '../../lib/cursors.ts';

/** A row of the table ${table}. */
export interface ${One}Row {
  pk: number;
  name: string;
  createdAt: Date;
}

/** Reads and writes ${things}. */
export class ${Many}Repository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads a person's ${things}, newest first. */
  list(ownerPk: number, after: NewestFirst | null, limit: number): Promise<${One}Row[]> {
    return this.#database.query<${One}Row>(
      \`SELECT pk, name, created_at AS "createdAt" FROM ${table}
      WHERE owner_pk = $1 AND ($2::timestamptz IS NULL OR (created_at, pk) < ($2, $3))
      ORDER BY created_at DESC, pk DESC LIMIT \${limit}\`,
      [ownerPk, after?.[0] ?? null, after?.[1] ?? 0],
    );
  }

  /** Stores ${aThing}. */
  async insert(ownerPk: number, values: Omit<${One}Row, 'pk'>): Promise<${One}Row> {
    const { pk } = await this.#database.kysely
      .insertInto('${many}')
      .values({ ownerPk, ...values })
      .returning('pk')
      .executeTakeFirstOrThrow();
    return { pk, ...values };
  }
}
`,
    [`${feature}.service.ts`]: `import type { Actor } from '#shared/kernel/actor.ts';
import { notFound } from '#shared/kernel/errors.ts';
import { canView${Many} } from '#shared/${folder}/policy.ts';
import { create${One}Input } from '#shared/${folder}/schema.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { createOnce } from '../../lib/create-once.ts';
import { newestFirstCursor } from '../../lib/cursors.ts';
import { type Page, pageSize, rowLimit, toPage } from '../../lib/pages.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { type ${One}Row, ${Many}Repository } from './${folder}.repository.ts';

/** A page of a person's ${things}. */
export interface ${Many}Request {
  userPk: number;
  first?: number | null;
  after?: string | null;
}

const listCursor = newestFirstCursor('${things}');

/** Creates the service of ${things}. */
export function create${Many}Service({ database, clock }: ServiceDependencies) {
  const repository = new ${Many}Repository(database);

  return {
    /** Returns a person's ${things}, newest first. @throws AppError NOT_FOUND */
    async list(actor: Actor, request: ${Many}Request): Promise<Page<${One}Row>> {
      if (!canView${Many}(actor, request.userPk)) throw notFound();
      const size = pageSize(request.first);
      const after = listCursor.decode(request.after);
      const rows = await repository.list(request.userPk, after, rowLimit(size));
      return toPage(rows, {
        size,
        hasPreviousPage: after !== null,
        cursorOf: listCursor.of,
        nodeOf: (row) => row,
      });
    },

    /** Creates ${aThing} of the actor. */
    async create(actor: Actor, request: object): Promise<${One}Row> {
      const { idempotencyKey: key, ...input } = parseInput(create${One}Input, request);
      const { createdAt, ...row } = await createOnce(
        database,
        actor,
        { action: 'create${One}', key, input },
        () => repository.insert(actor.pk, { ...input, createdAt: clock.now() }),
      );
      // A repeated request gets the stored response, in which dates are text.
      return { ...row, createdAt: new Date(createdAt) };
    },
  };
}
`,
    [`${feature}.graphql.ts`]: `import { toGlobalId } from '#shared/kernel/ids.ts';
import { builder } from '../../graphql/builder.ts';
import { KEY } from '../../graphql/descriptions.ts';
import { connectionTypes } from '../../graphql/connection.ts';
import type { ${One}Row } from './${folder}.repository.ts';

const ${One} = builder.objectRef<${One}Row>('${One}');

${One}.implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId('${One}', pk) }),
    name: t.exposeString('name'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const { Connection } = connectionTypes('${One}', ${One}, { withTotalCount: false });

builder.queryField('all${Many}', (t) =>
  t.field({
    type: Connection,
    description: "A person's ${things}, newest first.",
    args: { userPk: t.arg.int({ required: true }), first: t.arg.int(), after: t.arg.string() },
    resolve: (_root, args, { actor, services }) => services.${many}.list(actor, args),
  }),
);

builder.relayMutationField(
  'create${One}',
  {
    inputFields: (t) => ({
      name: t.string({ required: true }),
      idempotencyKey: t.string(KEY),
    }),
  },
  {
    resolve: (_root, { input }, { actor, services }) => {
      const { clientMutationId: _, ...values } = input;
      return services.${many}.create(actor, values);
    },
  },
  { outputFields: (t) => ({ ${one}: t.field({ type: ${One}, resolve: (row) => row }) }) },
);
`,
    [`${feature}.test.ts`]: `import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFamily } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const LIST = \`query ($userPk: Int!, $after: String) { all${Many}(userPk: $userPk, first: 1, after: $after) {
  pageInfo { endCursor hasNextPage } edges { node { id name createdAt } } } }\`;
const CREATE = \`mutation ($input: Create${One}Input!) { create${One}(input: $input) { ${one} { id name createdAt } } }\`;

describe('${things}', () => {
  it('are added once per key and listed newest first, page by page', async () => {
    const { student } = await createFamily(app.database);
    const client = await app.as(student);
    await client.graphql(CREATE, { input: { name: 'First' } });
    const input = { name: 'Second', idempotencyKey: randomUUID() };
    const created = await client.graphql(CREATE, { input });
    expect((await client.graphql(CREATE, { input })).data).toEqual(created.data);
    const newest = (await client.graphql(LIST, { userPk: student.pk })).data?.all${Many};
    expect(newest.edges).toEqual([{ node: created.data?.create${One}.${one} }]);
    const after = newest.pageInfo.endCursor;
    const oldest = (await client.graphql(LIST, { userPk: student.pk, after })).data?.all${Many};
    expect(oldest.edges.map((edge: { node: { name: string } }) => edge.node.name)).toEqual(['First']);
    expect(oldest.pageInfo.hasNextPage).toBe(false);
  });

  it('are visible to the owner, their parents and mentors only', async () => {
    const { student, parent, mentor, otherParent, otherMentor } = await createFamily(app.database);
    const codeFor = async (viewer: typeof student) =>
      (await (await app.as(viewer)).graphql(LIST, { userPk: student.pk })).errors?.[0]?.extensions?.code;
    for (const viewer of [student, parent, mentor]) expect(await codeFor(viewer)).toBeUndefined();
    for (const viewer of [otherParent, otherMentor]) expect(await codeFor(viewer)).toBe('NOT_FOUND');
  });

  it('need a name', async () => {
    const { student } = await createFamily(app.database);
    const { errors } = await (await app.as(student)).graphql(CREATE, { input: { name: ' ' } });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT' });
  });
});
`,
  };
}
