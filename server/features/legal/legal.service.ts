import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, notFound } from '#shared/kernel/errors.ts';
import { isLegalSlug, LEGAL_DOCUMENTS, type LegalSlug } from '#shared/legal/documents.ts';
import type { LegalDocument } from '#shared/legal/responses.ts';
import { acceptTermsInput } from '#shared/legal/schema.ts';
import { CONSENT_VERSION } from '#shared/session/schema.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { LegalRepository } from './legal.repository.ts';
import { listThirdPartySoftware, THIRD_PARTY_FILE } from './third-party-software.ts';

/** Returns the list that the build wrote. Without a build, as in development, creates it. */
function readThirdPartySoftware(): Promise<string> {
  return existsSync(THIRD_PARTY_FILE) ? readFile(THIRD_PARTY_FILE, 'utf8') : listThirdPartySoftware();
}

async function readBody(slug: LegalSlug): Promise<Pick<LegalDocument, 'format' | 'body'>> {
  if (slug === 'third-party-software') return { format: 'text', body: await readThirdPartySoftware() };
  const file = new URL(`./documents/${slug}.md`, import.meta.url);
  return { format: 'markdown', body: await readFile(file, 'utf8') };
}

/** Creates the service of the legal documents. Each document is read once per process; a failed read is repeated. */
export function createLegalService(
  { database, clock }: Pick<ServiceDependencies, 'database' | 'clock'>,
  bodyOf = readBody,
) {
  const repository = new LegalRepository(database);
  const documents = new Map<LegalSlug, Promise<LegalDocument>>();

  async function load(slug: LegalSlug): Promise<LegalDocument> {
    return { slug, title: LEGAL_DOCUMENTS[slug], ...(await bodyOf(slug)) };
  }

  return {
    /** Returns a legal document (SHEL-034). @throws AppError NOT_FOUND */
    read(slug: string): Promise<LegalDocument> {
      if (!isLegalSlug(slug)) throw notFound();
      let document = documents.get(slug);
      if (document === undefined) {
        document = load(slug);
        documents.set(slug, document);
        document.catch(() => documents.delete(slug));
      }
      return document;
    },

    /** Returns the version of the terms that a person has not agreed to yet; null when there is none. */
    termsToAccept: ({ consentVersion }: { consentVersion: string | null }) =>
      consentVersion === CONSENT_VERSION ? null : CONSENT_VERSION,

    /** Records that the actor agrees to the terms. @throws AppError CONFLICT for an older version */
    async acceptTerms(actor: Actor, input: unknown): Promise<void> {
      const { version } = parseInput(acceptTermsInput, input);
      if (version !== CONSENT_VERSION) {
        throw new AppError(
          'CONFLICT',
          'These terms changed again. Reload the page to read the newest version.',
        );
      }
      await repository.acceptTerms(actor.pk, version, clock.now());
    },
  };
}
