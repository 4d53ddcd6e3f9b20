import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEGAL_DOCUMENTS } from '#shared/legal/documents.ts';
import { type LegalDocument, legalDocument } from '#shared/legal/responses.ts';
import { CONSENT_VERSION } from '#shared/session/schema.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { createLegalService } from './legal.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function read(slug: string) {
  return app.anonymous.rest('GET', `/api/constant_files/${slug}/`);
}

describe('legal documents', () => {
  // covers: SHEL-034
  it('are returned by their slug, without a sign-in', async () => {
    for (const [slug, title] of Object.entries(LEGAL_DOCUMENTS)) {
      const { status, body } = await read(slug);
      expect(status).toBe(200);
      const document = legalDocument.parse(body);
      expect(document).toMatchObject({ slug, title });
      expect(document.body.length).toBeGreaterThan(500);
    }
  });

  it('list the packages that ship, with their licenses, and no development tools', async () => {
    const { body } = (await read('third-party-software')).body as LegalDocument;
    expect(body).toMatch(/^react \d+\.\d+\.\d+$/m);
    expect(body).toMatch(/^fastify \d+\.\d+\.\d+$/m);
    expect(body).toContain('Permission is hereby granted, free of charge');
    expect(body).not.toMatch(/^vitest /m);
  });

  it.each(['nothing', '..%2f..%2fpackage', 'terms-of-use.md', 'toString', '%00'])(
    'are not found by %s',
    async (slug) => {
      expect((await read(slug)).status).toBe(404);
    },
  );
});

it('a document whose read failed is read again', async () => {
  let reads = 0;
  const service = createLegalService(app, async () => {
    reads += 1;
    if (reads === 1) throw new Error('EMFILE');
    return { format: 'text', body: 'Terms' };
  });
  await expect(service.read('terms-of-use')).rejects.toThrow('EMFILE');
  for (let time = 0; time < 2; time += 1) expect((await service.read('terms-of-use')).body).toBe('Terms');
  expect(reads).toBe(2);
});

describe('new terms', () => {
  it('are accepted once, with version and time, and earlier versions stay recorded', async () => {
    const user = await createUser(app.database);
    const client = await app.as(user);
    await app.database.query(
      `UPDATE users SET consent_version = '2025-01-01', consented_at = '2025-01-02T00:00:00Z' WHERE pk = $1`,
      [user.pk],
    );
    const toAccept = async () => (await client.rest('GET', '/api/me/')).body.terms_to_accept;
    expect(await toAccept()).toBe(CONSENT_VERSION);
    app.clock.set(new Date('2026-12-01T10:00:00Z'));
    for (let time = 0; time < 2; time += 1) {
      const { status } = await client.rest('POST', '/api/me/accept_terms/', { version: CONSENT_VERSION });
      expect(status).toBe(200);
      app.clock.set(new Date('2026-12-02T10:00:00Z'));
    }
    expect(await toAccept()).toBeNull();
    expect(
      await app.database.query(
        'SELECT version, accepted_at AS at FROM accepted_terms WHERE user_pk = $1 ORDER BY accepted_at',
        [user.pk],
      ),
    ).toEqual([
      { version: '2025-01-01', at: new Date('2025-01-02T00:00:00Z') },
      { version: CONSENT_VERSION, at: new Date('2026-12-01T10:00:00Z') },
    ]);
  });

  it.each([
    ['2025-01-01', 409],
    ['x'.repeat(21), 422],
    [1, 422],
    [undefined, 422],
  ])('are not accepted with the version %s', async (version, status) => {
    const client = await app.as(await createUser(app.database));
    expect((await client.rest('POST', '/api/me/accept_terms/', { version })).status).toBe(status);
  });
});
