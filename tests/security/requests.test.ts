/** Replays attacks on limits and addresses against a running server. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerErrorHandling } from '#server/http/errors.ts';
import { registerWebApp } from '#server/http/web-app.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { codeOf, type TestClient } from '#tests/helpers/server/test-client.ts';

let app: TestApp;
let client: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  client = await app.as(await createUser(app.database, { role: 'mentor' }));
});
afterAll(() => app.close());

describe('root fields', () => {
  it.each([
    ['one fragment', (fields: string) => `{ ...a } fragment a on Query { ${fields} }`],
    ['an inline fragment', (fields: string) => `{ ... on Query { ${fields} } }`],
    [
      'nested fragments',
      (fields: string) => `{ ...a } fragment a on Query { ...b } fragment b on Query { ${fields} }`,
    ],
  ])('190 aliases inside %s are refused', async (_where, wrap) => {
    const fields = Array.from({ length: 190 }, (_, index) => `a${index}: me { pk }`).join(' ');
    const answer = await client.graphql(wrap(fields));
    expect(answer.data ?? null).toBeNull();
    expect(codeOf(answer)).toBe('BAD_REQUEST');
    expect(answer.errors?.[0]?.message).toContain('20 fields at the root');
  });
});

describe('malformed input', () => {
  it.each(['//', '//?q=1', '//evil.example/..', '/\\evil.example', '/%', '/%ff', '/;'])(
    'GET %s is answered without a server error',
    async (address) => {
      // fetch() would normalize the address.
      const { hostname, port } = new URL(app.address);
      const status = await new Promise<number>((resolve, reject) => {
        request({ hostname, port, path: address, headers: { accept: 'text/html' } }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        })
          .on('error', reject)
          .end();
      });
      expect(status).toBeLessThan(500);
    },
  );

  it.each(['-', '|', '&', '!', '- ', '"-" ', 'or ', '(', ':* '])(
    'a search of 99 bare operators %j finds nothing and does not fail',
    async (operator) => {
      for (const field of ['bq', 'tq', 'title_Icontains', 'body_Icontains']) {
        const query = `query ($q: String) { allNotes(first: 5, ${field}: $q) { totalCount } }`;
        const answer = await client.graphql(query, { q: operator.repeat(99).slice(0, 99) });
        expect(['none', 'INVALID_INPUT']).toContain(codeOf(answer) ?? 'none');
      }
    },
  );

  it.each(['x', 'x.', 'x-'])('a name of 100,000 times %j is refused at little cost', async (part) => {
    const sent = { first_name: part.repeat(100_000), session_id: 'x'.repeat(16) };
    const before = process.threadCpuUsage();
    const { status, body } = await app.anonymous.rest('POST', '/api/create_stripe_checkout_session/', sent);
    const { user } = process.threadCpuUsage(before);
    expect([status, body.fields?.['first_name']]).toEqual([422, 'Use at most 100 characters.']);
    expect(user / 1000).toBeLessThan(1000);
  });
});

describe('GET /graphql', () => {
  it('answers 405, also for a valid query', async () => {
    const response = await client.fetch(`/graphql?query=${encodeURIComponent('{ me { pk } }')}`);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    expect(await response.text()).not.toContain('data');
  });
});

describe('pages', () => {
  it.each([
    ['GET', undefined],
    ['GET', '*/*'],
    ['GET', 'text/html'],
    ['HEAD', undefined],
    ['HEAD', '*/*'],
  ])('%s with Accept %s gets the page', async (method, accept) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gopath-page-'));
    writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>GoPath</title>');
    const server = Fastify();
    registerErrorHandling(server);
    await registerWebApp(server, folder);
    const headers = accept === undefined ? {} : { accept };
    for (const url of ['/', '/notes/']) {
      const response = await server.inject({ method: method as 'GET', url, headers });
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toContain('text/html');
    }
    expect((await server.inject({ url: '/api/nothing/', headers })).statusCode).toBe(404);
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('are complete when a range outside of the file is requested', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gopath-range-'));
    writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>GoPath</title>');
    writeFileSync(path.join(folder, 'icon.svg'), '<svg/>');
    const server = Fastify();
    registerErrorHandling(server);
    await registerWebApp(server, folder);
    const response = await server.inject({ url: '/icon.svg', headers: { range: 'bytes=9999-' } });
    expect([response.statusCode, response.body]).toEqual([200, '<svg/>']);
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('serves no source map, neither beside a script nor from the folder where a build puts them', async () => {
    const dist = mkdtempSync(path.join(tmpdir(), 'gopath-maps-'));
    const [web, maps] = [path.join(dist, 'web'), path.join(dist, 'source-maps', 'assets')];
    mkdirSync(path.join(web, 'assets'), { recursive: true });
    mkdirSync(maps, { recursive: true });
    writeFileSync(path.join(web, 'index.html'), '<!doctype html><title>GoPath</title>');
    writeFileSync(path.join(web, 'assets', 'index.js'), 'export {};');
    writeFileSync(path.join(maps, 'index.js.map'), '{"sources":["private.ts"]}');
    const server = Fastify();
    registerErrorHandling(server);
    await registerWebApp(server, web);
    for (const url of [
      '/assets/index.js.map',
      '/source-maps/assets/index.js.map',
      '/../source-maps/assets/index.js.map',
      '/%2e%2e/source-maps/assets/index.js.map',
      '/assets/..%2f..%2fsource-maps/assets/index.js.map',
    ]) {
      expect((await server.inject({ url })).body, url).not.toContain('private.ts');
    }
    await server.close();
    rmSync(dist, { recursive: true });
  });
});
