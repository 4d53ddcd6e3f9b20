import { expect, it } from 'vitest';
import { fillStudents } from '#tests/factories/many-students.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/helpers/server/test-app.ts';

const LIST = `query ($first: Int, $after: String, $q: String, $years: [Year!], $orderBy: String) {
  allStudents(first: $first, after: $after, q: $q, years: $years, orderBy: $orderBy) {
    totalCount pageInfo { hasNextPage endCursor } edges { node { pk fullName } } } }`;
interface Page {
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  edges: { node: { pk: number; fullName: string } }[];
}

it('a mentor of 2,000 students walks through them by name and points, each once', async () => {
  const app = await startTestApp();
  try {
    const mentor = await createUser(app.database, { role: 'mentor' });
    await fillStudents(app.database, mentor.pk, 2_000);
    const client = await app.as(mentor);
    const list = async (variables: object): Promise<Page> => {
      const { data, errors } = await client.graphql(LIST, variables);
      expect(errors).toBeUndefined();
      return data?.['allStudents'] as Page;
    };
    for (const orderBy of ['name', '-points']) {
      const seen = new Set<number>();
      let after: string | null = null;
      let pages = 0;
      do {
        const page: Page = await list({ orderBy, first: 500, after });
        expect(page.totalCount).toBe(2_000);
        for (const { node } of page.edges) seen.add(node.pk);
        after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
        pages += 1;
      } while (after !== null);
      expect([seen.size, pages]).toEqual([2_000, 4]);
    }
    expect((await list({ years: ['JR'] })).totalCount).toBe(500);
    expect((await list({ q: 'number 1999' })).edges.map(({ node }) => node.fullName)).toEqual([
      'Student Number 1999',
    ]);
    // Any `first` returns a bounded page.
    const most = await list({ first: 2_147_483_647 });
    expect([most.edges.length, most.pageInfo.hasNextPage]).toEqual([500, true]);
  } finally {
    await app.close();
  }
});
