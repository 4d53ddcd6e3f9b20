/** Uses the API through an independent client, graphql-request. */
import { gql, GraphQLClient } from 'graphql-request';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFamily } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { issueToken } from '#tests/helpers/server/token-issuer.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Page {
  allNotes: {
    totalCount: number;
    edges: { node: { id: string } }[];
    pageInfo: { endCursor: string; hasNextPage: boolean };
  };
}

// covers: API-009
it('reads "all" of a list in bounded answers, following the cursors', async () => {
  const { mentor } = await createFamily(app.database);
  await app.database.query(
    `INSERT INTO notes (author_pk, title, body, html_body, text_body, created_at, updated_at)
    SELECT $1::int, 'Note ' || i, '{"type":"doc","content":[{"type":"paragraph"}]}', '<p></p>', '', now(), now()
    FROM generate_series(1, 620) AS i`,
    [mentor.pk],
  );
  const client = new GraphQLClient(`${app.address}/graphql`, {
    headers: { authorization: `Bearer ${await issueToken(mentor.subject)}` },
  });
  const seen = new Set<string>();
  let after: string | null = null;
  let answers = 0;
  do {
    const { allNotes }: Page = await client.request<Page>(
      gql`
        query All($after: String) {
          allNotes(first: 2147483647, after: $after) {
            totalCount
            edges {
              node {
                id
              }
            }
            pageInfo {
              endCursor
              hasNextPage
            }
          }
        }
      `,
      { after },
    );
    expect(allNotes.totalCount).toBe(620);
    expect(allNotes.edges.length).toBeLessThanOrEqual(500);
    for (const { node } of allNotes.edges) seen.add(node.id);
    after = allNotes.pageInfo.hasNextPage ? allNotes.pageInfo.endCursor : null;
    answers += 1;
  } while (after !== null);
  expect(answers).toBe(2);
  expect(seen.size).toBe(620);
});
