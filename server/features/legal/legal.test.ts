import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEGAL_DOCUMENTS } from '#shared/legal/documents.ts';
import { type LegalDocument, legalDocument } from '#shared/legal/responses.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';

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
