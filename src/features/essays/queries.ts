import { queryOptions } from '@tanstack/react-query';
import { parseRichText } from '#shared/rich-text/parse.ts';
import { emptyRichText, type RichTextDocument } from '#shared/rich-text/schema.ts';
import {
  EssayDocument,
  type EssayDetailFragment,
  type EssayCommentFieldsFragment,
  type EssaySummaryFragment,
  EssayVersionDocument,
  EssayVersionsDocument,
  type EssayVersionsQuery,
  StudentEssaysDocument,
  type StudentEssaysQuery,
} from '#src/transport/generated/essays/graphql.ts';
import { request } from '#src/transport/transport.ts';

/** An essay as the list shows it. */
export type EssaySummary = EssaySummaryFragment;

/** An essay with its text and comments. */
export type EssayDetail = Omit<EssayDetailFragment, 'body'> & { body: RichTextDocument };

/** A mentor's comment on a passage. */
export type EssayComment = EssayCommentFieldsFragment;

/** The essays of a student. */
export type StudentEssays = StudentEssaysQuery['studentEssays'];

/**
 * Returns what to say when the viewer can read no essays. A person who cannot add essays reads only shared ones, and
 * must not learn whether others exist.
 */
export function noEssaysText(permissions: StudentEssays['permissions']): string {
  return permissions.includes('add_essay') ? 'No essays yet' : 'No shared essays';
}

/** A version of the history. */
export type EssayVersion = EssayVersionsQuery['essay']['versions'][number];

/** Parses the text of an essay from the server. */
export function toEssayDetail({ body, ...essay }: EssayDetailFragment): EssayDetail {
  return { ...essay, body: toDocument(body) };
}

function toDocument(body: string | null): RichTextDocument {
  return body === null ? emptyRichText : parseRichText(body);
}

export const essayKeys = {
  all: ['essays'] as const,
  ofStudent: (studentPk: number) => [...essayKeys.all, 'student', studentPk] as const,
  detail: (pk: number) => [...essayKeys.all, 'detail', pk] as const,
};

export const essayQueries = {
  /** The essays of a student that the viewer can read. */
  ofStudent: (studentPk: number) =>
    queryOptions({
      queryKey: essayKeys.ofStudent(studentPk),
      queryFn: async ({ signal }) =>
        (await request(StudentEssaysDocument, { studentPk }, signal)).studentEssays,
    }),

  /** One essay with its text and comments. */
  detail: (pk: number) =>
    queryOptions({
      queryKey: essayKeys.detail(pk),
      queryFn: async ({ signal }) => toEssayDetail((await request(EssayDocument, { pk }, signal)).essay),
    }),

  /** The history of an essay, newest first. */
  versions: (pk: number) =>
    queryOptions({
      queryKey: [...essayKeys.detail(pk), 'versions'],
      queryFn: async ({ signal }) => (await request(EssayVersionsDocument, { pk }, signal)).essay.versions,
    }),

  /** A version with its text. */
  version: (pk: number) =>
    queryOptions({
      queryKey: [...essayKeys.all, 'version', pk],
      queryFn: async ({ signal }) => {
        const { essayVersion } = await request(EssayVersionDocument, { pk }, signal);
        return { title: essayVersion.title, body: toDocument(essayVersion.body) };
      },
    }),
};
