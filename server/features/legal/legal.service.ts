import { readFile } from 'node:fs/promises';
import { isLegalSlug, LEGAL_DOCUMENTS, type LegalSlug } from '#shared/legal/documents.ts';
import type { LegalDocument } from '#shared/legal/responses.ts';
import { notFound } from '#shared/kernel/errors.ts';
import { listThirdPartySoftware } from './third-party-software.ts';

async function readBody(slug: LegalSlug): Promise<Pick<LegalDocument, 'format' | 'body'>> {
  if (slug === 'third-party-software') return { format: 'text', body: await listThirdPartySoftware() };
  const file = new URL(`./documents/${slug}.md`, import.meta.url);
  return { format: 'markdown', body: await readFile(file, 'utf8') };
}

/** Creates the service of the legal documents. Each document is read once per process. */
export function createLegalService() {
  const documents = new Map<LegalSlug, Promise<LegalDocument>>();

  async function load(slug: LegalSlug): Promise<LegalDocument> {
    return { slug, title: LEGAL_DOCUMENTS[slug], ...(await readBody(slug)) };
  }

  return {
    /** Returns a legal document (SHEL-034). @throws AppError NOT_FOUND */
    read(slug: string): Promise<LegalDocument> {
      if (!isLegalSlug(slug)) throw notFound();
      const document = documents.get(slug) ?? load(slug);
      documents.set(slug, document);
      return document;
    },
  };
}
