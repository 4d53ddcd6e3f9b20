import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { parseRichText } from '#shared/rich-text/parse.ts';
import type { RichTextDocument } from '#shared/rich-text/schema.ts';
import {
  AllNotesDocument,
  type AllNotesQueryVariables,
  MeetingNoteRecipientsDocument,
  type MeetingNoteRecipientsQueryVariables,
  NoteDocument,
  type NoteDetailFragment,
  type NoteSummaryFragment,
} from '#src/transport/generated/notes/graphql.ts';
import { request } from '#src/transport/transport.ts';

/** A note as lists show it. */
export type NoteSummary = NoteSummaryFragment;

/** A note with its text. */
export type NoteDetail = Omit<NoteDetailFragment, 'body'> & { body: RichTextDocument };

/** The variables of the notes list (NOTE-033). */
export type NoteListVariables = AllNotesQueryVariables;

/** A meeting note, or the booking of one that may not exist yet. */
export type RecipientsOf = { meetingNoteId: string } | { simplybookId: number };

/** The query keys of notes. */
export const noteKeys = {
  all: ['notes'] as const,
  lists: () => [...noteKeys.all, 'list'] as const,
  list: (variables: NoteListVariables) => [...noteKeys.lists(), variables] as const,
  detail: (pk: number) => [...noteKeys.all, 'detail', pk] as const,
  recipients: (of: RecipientsOf) => [...noteKeys.all, 'recipients', of] as const,
};

/** Parses the body of a note from the server. */
export function toNoteDetail({ body, ...note }: NoteDetailFragment): NoteDetail {
  return { ...note, body: parseRichText(body) };
}

export const noteQueries = {
  /** A page of notes. The previous page stays visible while the next one loads (NOTE-034). */
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

  /** The recipients of a meeting note, never cached, because people rely on this list when they send. */
  recipients: (of: RecipientsOf) =>
    queryOptions({
      queryKey: noteKeys.recipients(of),
      queryFn: async ({ signal }) => {
        const variables: MeetingNoteRecipientsQueryVariables = of;
        return (await request(MeetingNoteRecipientsDocument, variables, signal)).meetingNoteRecipients;
      },
      staleTime: 0,
    }),
};
