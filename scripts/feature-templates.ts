/** The files of a new feature: a list of items that a person adds and sees, newest first. */

/** The forms of a feature's name in its files, for example study-groups. */
export interface FeatureNames {
  /** study-groups */
  folder: string;
  /** StudyGroups */
  Many: string;
  /** studyGroups */
  many: string;
  /** StudyGroup */
  One: string;
  /** studyGroup */
  one: string;
  /** study_groups */
  table: string;
  /** Study groups */
  title: string;
  /** study group */
  thing: string;
  /** 160 */
  migration: string;
}

/** @param folder the plural in lower case, words joined by hyphens */
export function namesOf(folder: string, migration: string): FeatureNames {
  const Many = folder.replaceAll(/(?:^|-)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  const singular = (text: string) => text.replace(/ies$/, 'y').replace(/s$/, '');
  const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
  const words = folder.replaceAll('-', ' ');
  return {
    folder,
    Many,
    many: lowerFirst(Many),
    One: singular(Many),
    one: lowerFirst(singular(Many)),
    table: folder.replaceAll('-', '_'),
    title: words.charAt(0).toUpperCase() + words.slice(1),
    thing: singular(words),
    migration,
  };
}

/** Returns the content of each file of the feature. */
export function featureFiles(names: FeatureNames): Record<string, string> {
  return { ...sharedFiles(names), ...serverFiles(names), ...clientFiles(names) };
}

function sharedFiles({ folder, Many, many, One, table, thing }: FeatureNames): Record<string, string> {
  const NAME = `MAX_${table.toUpperCase()}_NAME`;
  return {
    [`shared/${folder}/schema.ts`]: `import { z } from 'zod';
import { idempotencyKey } from '../kernel/idempotency.ts';
import { requiredText } from '../kernel/text.ts';

/** The maximum length of a name. */
export const ${NAME} = 100;

const name = requiredText({ name: 'Name', max: ${NAME} });

/** The form for a new ${thing}. */
export const ${many}Form = z.object({ name });

/** The input of create${One}. */
export const create${One}Input = z.strictObject({ name, idempotencyKey });
`,
    [`shared/${folder}/policy.ts`]: `import { type Actor, isRelatedTo } from '../kernel/actor.ts';

/** Returns whether the actor can see these: the owner, their parents and their mentors. */
export function canView${Many}(actor: Actor, ownerPk: number): boolean {
  return isRelatedTo(actor, ownerPk);
}
`,
  };
}

function serverFiles(names: FeatureNames): Record<string, string> {
  const { folder, Many, many, One, table, thing, migration } = names;
  const feature = `server/features/${folder}/${folder}`;
  return {
    [`server/db/migrations/${migration}-${folder}.ts`]: `import { type Kysely, sql } from 'kysely';

/** Each person's ${folder.replaceAll('-', ' ')}. */
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

/** Each person's ${folder.replaceAll('-', ' ')} (migration ${migration}). */
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

/** A ${thing} as stored. */
export interface ${One}Row {
  pk: number;
  name: string;
  createdAt: Date;
}

/** Reads and writes ${folder.replaceAll('-', ' ')}. */
export class ${Many}Repository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads entries, newest first. */
  list(ownerPk: number, after: NewestFirst | null, limit: number): Promise<${One}Row[]> {
    return this.#database.query<${One}Row>(
      \`SELECT pk, name, created_at AS "createdAt" FROM ${table}
      WHERE owner_pk = $1 AND ($2::timestamptz IS NULL OR (created_at, pk) < ($2, $3))
      ORDER BY created_at DESC, pk DESC LIMIT \${limit}\`,
      [ownerPk, after?.[0] ?? null, after?.[1] ?? 0],
    );
  }

  async insert(ownerPk: number, name: string, createdAt: Date): Promise<${One}Row> {
    const { pk } = await this.#database.kysely
      .insertInto('${many}')
      .values({ ownerPk, name, createdAt })
      .returning('pk')
      .executeTakeFirstOrThrow();
    return { pk, name, createdAt };
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
import { type Page, pageSize, toPage } from '../../lib/pages.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { type ${One}Row, ${Many}Repository } from './${folder}.repository.ts';

/** A page of a person's ${folder.replaceAll('-', ' ')}. */
export interface ${Many}Request {
  userPk: number;
  first?: number | null;
  after?: string | null;
}

const listCursor = newestFirstCursor('${folder.replaceAll('-', ' ')}');

/** Creates the service of ${folder.replaceAll('-', ' ')}. */
export function create${Many}Service({ database, clock }: ServiceDependencies) {
  const repository = new ${Many}Repository(database);

  return {
    /** Returns a person's ${folder.replaceAll('-', ' ')}, newest first. @throws AppError NOT_FOUND */
    async list(actor: Actor, request: ${Many}Request): Promise<Page<${One}Row>> {
      if (!canView${Many}(actor, request.userPk)) throw notFound();
      const size = pageSize(request.first);
      const after = listCursor.decode(request.after);
      const rows = await repository.list(request.userPk, after, size + 1);
      return toPage(rows, size, after !== null, listCursor.of, (row) => row);
    },

    /** Adds a ${thing} of the actor. */
    async create(actor: Actor, request: object): Promise<${One}Row> {
      const { idempotencyKey: key, ...input } = parseInput(create${One}Input, request);
      const { createdAt, ...row } = await createOnce(
        database,
        actor,
        { action: 'create${One}', key, input },
        () => repository.insert(actor.pk, input.name, clock.now()),
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
    description: "A person's ${folder.replaceAll('-', ' ')}, newest first.",
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
  { outputFields: (t) => ({ ${names.one}: t.field({ type: ${One}, resolve: (row) => row }) }) },
);
`,
    [`${feature}.test.ts`]: `import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFamily } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const LIST = \`query ($userPk: Int!, $after: String) { all${Many}(userPk: $userPk, first: 1, after: $after) {
  pageInfo { endCursor hasNextPage } edges { node { id name createdAt } } } }\`;
const CREATE = \`mutation ($input: Create${One}Input!) { create${One}(input: $input) { ${names.one} { id name createdAt } } }\`;

describe('${folder.replaceAll('-', ' ')}', () => {
  it('are added once per key and listed newest first, page by page', async () => {
    const { student } = await createFamily(app.database);
    const client = await app.as(student);
    await client.graphql(CREATE, { input: { name: 'First' } });
    const input = { name: 'Second', idempotencyKey: randomUUID() };
    const created = await client.graphql(CREATE, { input });
    expect((await client.graphql(CREATE, { input })).data).toEqual(created.data);
    const newest = (await client.graphql(LIST, { userPk: student.pk })).data?.all${Many};
    expect(newest.edges).toEqual([{ node: created.data?.create${One}.${names.one} }]);
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

function clientFiles(names: FeatureNames): Record<string, string> {
  const { folder, Many, many, One, one, title, thing, table } = names;
  const feature = `src/features/${folder}`;
  return {
    [`${feature}/${folder}.graphql`]: `fragment ${One}Row on ${One} {
  id
  name
  createdAt
}

query All${Many}($userPk: Int!, $first: Int!, $after: String) {
  all${Many}(userPk: $userPk, first: $first, after: $after) {
    pageInfo {
      endCursor
      hasNextPage
    }
    edges {
      node {
        ...${One}Row
      }
    }
  }
}

mutation Create${One}($input: Create${One}Input!) {
  create${One}(input: $input) {
    ${one} {
      ...${One}Row
    }
  }
}
`,
    [`${feature}/queries.ts`]: `import { infiniteQueryOptions } from '@tanstack/react-query';
import { All${Many}Document } from '#src/transport/generated/${folder}/graphql.ts';
import { request } from '#src/transport/transport.ts';

const PAGE_SIZE = 50;

/** The keys of everything about ${folder.replaceAll('-', ' ')}. */
const ${one}Keys = {
  all: ['${folder}'] as const,
  list: (userPk: number) => [...${one}Keys.all, 'list', userPk] as const,
};

/** The queries of ${folder.replaceAll('-', ' ')}. */
export const ${one}Queries = {
  /** A person's ${folder.replaceAll('-', ' ')}, newest first. */
  list: (userPk: number) =>
    infiniteQueryOptions({
      queryKey: ${one}Keys.list(userPk),
      queryFn: async ({ pageParam: after, signal }) =>
        (await request(All${Many}Document, { userPk, first: PAGE_SIZE, after }, signal)).all${Many},
      initialPageParam: null as string | null,
      getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    }),
};
`,
    [`${feature}/mutations.ts`]: `import { useMutation } from '@tanstack/react-query';
import { useIdempotentMutation } from '#src/lib/useIdempotentMutation.ts';
import { Create${One}Document } from '#src/transport/generated/${folder}/graphql.ts';
import { request } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/snackbar.ts';

/** Adds a ${thing}. */
export function useCreate${One}() {
  const create = useIdempotentMutation((name: string, idempotencyKey) =>
    request(Create${One}Document, { input: { name, idempotencyKey } }),
  );
  return useMutation({
    mutationFn: create,
    onSuccess: (_response, name) => showSuccess(\`Added \${name}\`),
    onError: () => showError('Could not add the ${thing}. Try again.'),
  });
}
`,
    [`${feature}/components/${One}List.tsx`]: `import { zodResolver } from '@hookform/resolvers/zod';
import { useInfiniteQuery } from '@tanstack/react-query';
import { List } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { MAX_${table.toUpperCase()}_NAME, ${many}Form } from '#shared/${folder}/schema.ts';
import { Button } from '#src/ui/Button.tsx';
import { Card } from '#src/ui/Card.tsx';
import { DataTable, type DataTableColumn } from '#src/ui/DataTable.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { ErrorState } from '#src/ui/ErrorState.tsx';
import { Moment } from '#src/ui/Moment.tsx';
import { TextField } from '#src/ui/TextField.tsx';
import type { ${One}RowFragment } from '#src/transport/generated/${folder}/graphql.ts';
import { useCreate${One} } from '../mutations.ts';
import { ${one}Queries } from '../queries.ts';

const COLUMNS: DataTableColumn<${One}RowFragment>[] = [
  { id: 'name', header: 'Name', primary: true, cell: ({ name }) => name },
  { id: 'createdAt', header: 'Created', cell: ({ createdAt }) => <Moment value={createdAt} /> },
];

function Add${One}() {
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(${many}Form),
    defaultValues: { name: '' },
  });
  const create = useCreate${One}();
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-3"
      onSubmit={handleSubmit(({ name }) => create.mutate(name, { onSuccess: () => reset() }))}
    >
      <TextField
        label="Name"
        required
        maxLength={MAX_${table.toUpperCase()}_NAME}
        autoComplete="off"
        error={formState.errors.name?.message}
        {...register('name')}
      />
      <Button type="submit" variant="primary" busy={create.isPending}>
        Add ${thing}
      </Button>
    </form>
  );
}

/** A person's ${folder.replaceAll('-', ' ')}, newest first, with a form to add one. */
export function ${One}List({ userPk }: { userPk: number }) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    ${one}Queries.list(userPk),
  );
  const rows = data?.pages.flatMap(({ edges }) => edges.map(({ node }) => node)) ?? [];
  if (error !== null && data === undefined) {
    return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return (
    <div className="grid gap-4">
      <h1 className="text-2xl font-semibold">${title}</h1>
      <Add${One} />
      <Card padded={false}>
        <DataTable
          label="${title}"
          columns={COLUMNS}
          rows={rows}
          rowId={({ id }) => id}
          rowLabel={({ name }) => name}
          loading={data === undefined}
          empty={
            <EmptyState icon={<List />} title="No ${folder.replaceAll('-', ' ')} yet">
              Add your first ${thing} above.
            </EmptyState>
          }
        />
      </Card>
      {hasNextPage && (
        <Button className="justify-self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  );
}
`,
    [`src/app/routes/${folder}-list.tsx`]: `import { ${One}List } from '#src/features/${folder}/components/${One}List.tsx';
import { useMe } from '../shell/me.ts';

/** /${table}/: the viewer's ${folder.replaceAll('-', ' ')}. */
export function Component() {
  const { pk } = useMe();
  return (
    <>
      <title>${title} · GoPath</title>
      <${One}List userPk={pk} />
    </>
  );
}
`,
  };
}

/** Returns the lines that register the feature, each below its file. */
export function registrations({ folder, Many, many, One, table, thing, title }: FeatureNames): string {
  return [
    'server/db/tables.ts',
    `  import type { ${One}Tables } from './tables/${folder}.ts';   and   ${One}Tables &   in Tables`,
    'server/features/privacy/personal-data.ts, in PERSONAL_DATA',
    `  ${many}: rows('${title}', 'owner_pk = $1'),`,
    'server/services.ts',
    `  import { create${Many}Service } from './features/${folder}/${folder}.service.ts';`,
    `  ${many}: create${Many}Service(dependencies),`,
    'server/schema.ts',
    `  import './features/${folder}/${folder}.graphql.ts';`,
    'src/app/router.tsx, in PAGES',
    `  { path: '${table}', lazy: page(() => import('./routes/${folder}-list.tsx')) },`,
    'tests/authorization/surface.ts, in Query, in Mutation and as a type of FIELDS',
    `  all${Many}: '${thing}',`,
    `  create${One}: '${thing}',`,
    `  ${One}: every('${thing}', 'id name createdAt'),`,
    'tests/authorization/matrix.ts, in TESTED_IN',
    `  '${thing}': 'server/features/${folder}/${folder}.test.ts',`,
  ].join('\n');
}
