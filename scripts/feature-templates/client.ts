import type { FeatureNames } from './names.ts';

/** Returns the operations, the hooks and the page of a new feature. */
export function clientFiles(names: FeatureNames): Record<string, string> {
  const { folder, Many, One, one, ONE, title, things, thing, aThing, table } = names;
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

/** The keys of everything about ${things}. */
const ${one}Keys = {
  all: ['${folder}'] as const,
  list: (userPk: number) => [...${one}Keys.all, 'list', userPk] as const,
};

/** The queries of ${things}. */
export const ${one}Queries = {
  /** A person's ${things}, newest first. */
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
import type { ${One}Values } from '#shared/${folder}/schema.ts';
import { useIdempotentMutation } from '#src/lib/queries/useIdempotentMutation.ts';
import { Create${One}Document } from '#src/transport/generated/${folder}/graphql.ts';
import { request } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';

/** Creates ${aThing} of the viewer. */
export function useCreate${One}() {
  const create = useIdempotentMutation((values: ${One}Values, idempotencyKey) =>
    request(Create${One}Document, { input: { ...values, idempotencyKey } }),
  );
  return useMutation({
    mutationFn: create,
    onSuccess: (_response, { name }) => showSuccess(\`Added \${name}\`),
    onError: () => showError('Could not add the ${thing}. Try again.'),
  });
}
`,
    [`${feature}/components/${One}List.tsx`]: `import { zodResolver } from '@hookform/resolvers/zod';
import { useInfiniteQuery } from '@tanstack/react-query';
import { List } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { MAX_${ONE}_NAME, ${one}Form, type ${One}Values } from '#shared/${folder}/schema.ts';
import { setFormStart } from '#src/lib/set-form-start.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import type { DataTableColumn } from '#src/ui/table/columns.ts';
import { DataTable } from '#src/ui/table/DataTable.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import type { ${One}RowFragment } from '#src/transport/generated/${folder}/graphql.ts';
import { useCreate${One} } from '../mutations.ts';
import { ${one}Queries } from '../queries.ts';

const COLUMNS: DataTableColumn<${One}RowFragment>[] = [
  { id: 'name', header: 'Name', primary: true, cell: ({ name }) => name },
  { id: 'createdAt', header: 'Created', cell: ({ createdAt }) => <Moment value={createdAt} /> },
];

const EMPTY: ${One}Values = { name: '' };

function Add${One}() {
  const form = useForm({ resolver: zodResolver(${one}Form), defaultValues: EMPTY });
  const { register, handleSubmit, getValues, formState } = form;
  const create = useCreate${One}();
  const submit = handleSubmit((values) => {
    const typed = { ...getValues() };
    // Empties the form, except what the person has typed since.
    create.mutate(values, { onSuccess: () => setFormStart(form, typed, EMPTY) });
  });
  return (
    <form noValidate className="grid max-w-md gap-2" onSubmit={(event) => void submit(event)}>
      <TextField
        label="Name"
        required
        maxLength={MAX_${ONE}_NAME}
        autoComplete="off"
        error={formState.errors.name?.message}
        {...register('name')}
      />
      <Button type="submit" variant="primary" className="justify-self-start" busy={create.isPending}>
        Add ${thing}
      </Button>
    </form>
  );
}

/** A person's ${things}, newest first, with a form to add one. */
export function ${One}List({ userPk }: { userPk: number }) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    ${one}Queries.list(userPk),
  );
  const rows = data?.pages.flatMap(({ edges }) => edges.map(({ node }) => node)) ?? [];
  return (
    <div className="grid gap-4">
      <h1 className="text-2xl font-semibold">${title}</h1>
      <Add${One} />
      <Card padded={false}>
        {error !== null && data === undefined ? (
          <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <DataTable
            label="${title}"
            columns={COLUMNS}
            rows={rows}
            rowId={({ id }) => id}
            rowLabel={({ name }) => name}
            loading={data === undefined}
            empty={
              <EmptyState icon={<List />} title="No ${things} yet">
                Add your first ${thing} above.
              </EmptyState>
            }
          />
        )}
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
    [`src/app/routes/${folder}/${folder}-list.tsx`]: `import { ${One}List } from '#src/features/${folder}/components/${One}List.tsx';
import { useMe } from '../../shell/me.ts';

/** /${table}/: the viewer's ${things}. */
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
