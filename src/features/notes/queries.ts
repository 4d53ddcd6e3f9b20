import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { parseRichText } from '#shared/rich-text/parse.ts';
import type { RichTextDocument } from '#shared/rich-text/schema.ts';
import {
  AllNotesDocument,
  type AllNotesQueryVariables,
  MeetingNoteRecipientsDocument,
  NoteDocument,
  type NoteDetailFragment,
  type NoteSummaryFragment,
} from '#src/transport/generated/notes/graphql.ts';
import { request } from '#src/transport/transport.ts';

/** A note as lists show it. */
export type NoteSummary = NoteSummaryFragment;

/** A note with its text. */
export type NoteDetail = Omit<NoteDetailFragment, 'body'> & { body: RichTextDocument };

/** What the list of notes is asked for (NOTE-033). */
export type NoteListVariables = AllNotesQueryVariables;

/** The keys of everything about notes. */
export const noteKeys = {
  all: ['notes'] as const,
  lists: () => [...noteKeys.all, 'list'] as const,
  list: (variables: NoteListVariables) => [...noteKeys.lists(), variables] as const,
  detail: (pk: number) => [...noteKeys.all, 'detail', pk] as const,
  recipients: (meetingNoteId: string) => [...noteKeys.all, 'recipients', meetingNoteId] as const,
};

/** A note of an answer with its body read strictly. */
export function toNoteDetail({ body, ...note }: NoteDetailFragment): NoteDetail {
  return { ...note, body: parseRichText(body) };
}

export const noteQueries = {
  /** A page of notes; the old page stays while the next one loads (NOTE-034). */
  list: (variables: NoteListVariables) =>
    queryOptions({
      queryKey: noteKeys.list(variables),
      queryFn: async ({ signal }) => (await request(AllNotesDocument, variables, signal)).allNotes,
      placeholderData: keepPreviousData,
    }),

  /** One note with its text (NOTE-036). */
  detail: (pk: number) =>
    queryOptions({
      queryKey: noteKeys.detail(pk),
      queryFn: async ({ signal }) =>
        toNoteDetail((await request(NoteDocument, { id: toGlobalId('Note', pk) }, signal)).note),
    }),

  /** Whom a meeting note would reach now; never from the cache, because it is read to be believed. */
  recipients: (meetingNoteId: string) =>
    queryOptions({
      queryKey: noteKeys.recipients(meetingNoteId),
      queryFn: async ({ signal }) =>
        (await request(MeetingNoteRecipientsDocument, { meetingNoteId }, signal)).meetingNoteRecipients,
      staleTime: 0,
    }),
};
