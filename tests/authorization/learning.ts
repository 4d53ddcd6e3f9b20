import { randomUUID } from 'node:crypto';
import type { TestClient } from '#tests/helpers/server/test-client.ts';
import { articleContent } from '#tests/factories/articles.ts';
import { STAFF, type Rule } from './rules.ts';

/** The rows of the matrix about the articles of the learning center. */
export const LEARNING_RULES: readonly Rule[] = [
  { object: 'learning article', action: 'list', cells: {}, others: 'allow' },
  { object: 'learning article', action: 'read', cells: {}, others: 'allow' },
  { object: 'learning article', action: 'bookmark', cells: {}, others: 'allow' },
  { object: 'learning article', action: 'add', cells: STAFF, others: 'hidden' },
  { object: 'learning article', action: 'change', cells: STAFF, others: 'hidden' },
  { object: 'learning article', action: 'list versions', cells: STAFF, others: 'hidden' },
  { object: 'learning article', action: 'read a version', cells: STAFF, others: 'hidden' },
];

const ARTICLE = '/api/articles/interviews/';

function send(method: string, path: string, body: () => object | undefined = () => undefined) {
  return async (client: TestClient) => {
    const { status, body: found } = await client.rest(method, path, body());
    return { code: status < 300 ? undefined : found.code, found: true };
  };
}

/** How to attempt each of {@link LEARNING_RULES}. */
export const LEARNING_ATTEMPTS: Record<
  string,
  (client: TestClient) => Promise<{ code: string | undefined; found: boolean }>
> = {
  'learning article: list': send('GET', '/api/articles/'),
  'learning article: read': send('GET', ARTICLE),
  'learning article: bookmark': send('PUT', `${ARTICLE}reading/`, () => ({ bookmarked: true })),
  'learning article: add': send('POST', '/api/articles/', () => articleContent({ title: randomUUID() })),
  'learning article: change': send('PUT', '/api/articles/know-your-deadlines/', () => ({
    ...articleContent(),
    version: 0,
  })),
  'learning article: list versions': send('GET', `${ARTICLE}versions/`),
  'learning article: read a version': send('GET', `${ARTICLE}versions/0/`),
};
