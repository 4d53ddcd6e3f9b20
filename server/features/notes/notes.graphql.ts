import { toGlobalId } from '#shared/kernel/ids.ts';
import { NOTE_KINDS } from '#shared/notes/kinds.ts';
import { NOTE_PERMISSIONS } from '#shared/notes/policy.ts';
import { builder } from '../../graphql/builder.ts';
import { BASED_ON, KEY, VERSION } from '../../graphql/descriptions.ts';
import { connectionTypes } from '../../graphql/connection.ts';
import { selects } from '../../graphql/selection.ts';
import { BookedMeeting } from '../meetings/meetings.graphql.ts';
import { User } from '../users/users.graphql.ts';
import type { Recipient } from './notes.repository.ts';
import type { Note as NoteShape } from './notes.presenter.ts';

const student = (note: NoteShape) =>
  note.studentPk === null ? null : { pk: note.studentPk, fullName: note.studentName };
const author = (note: NoteShape) => ({ pk: note.authorPk, fullName: note.authorName });

export const Note = builder.objectRef<NoteShape>('Note');
const NotePermissions = builder.enumType('NotePermission', {
  description: 'What the viewer can do with a note.',
  values: NOTE_PERMISSIONS,
});
/** A meeting note is the same row as its note. */
export const MeetingNote = builder.objectRef<NoteShape>('MeetingNote');

Note.implement({
  fields: (t) => ({
    id: t.id({ resolve: (note) => toGlobalId('Note', note.pk) }),
    pk: t.exposeInt('pk'),
    title: t.exposeString('title'),
    body: t.string({ description: 'Rich text as JSON.', resolve: (note) => note.body as string }),
    htmlBody: t.string({
      description: 'The body as HTML, rendered by the server.',
      resolve: (note) => note.htmlBody as string,
    }),
    version: t.exposeInt('version', VERSION),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    user: t.field({ type: User, description: 'The author.', resolve: author }),
    student: t.field({
      type: User,
      nullable: true,
      description: 'The student it is about.',
      resolve: student,
    }),
    mentor: t.field({
      type: User,
      nullable: true,
      description: 'The mentor of the meeting, for a meeting note.',
      resolve: (note) => (note.bookedMeetingPk === null ? null : author(note)),
    }),
    isMeetingNote: t.boolean({ resolve: (note) => note.bookedMeetingPk !== null }),
    meetingNote: t.field({
      type: MeetingNote,
      nullable: true,
      resolve: (note) => (note.bookedMeetingPk === null ? null : note),
    }),
    permissions: t.expose('permissions', { type: [NotePermissions] }),
  }),
});

MeetingNote.implement({
  fields: (t) => ({
    id: t.id({ resolve: (note) => toGlobalId('MeetingNote', note.pk) }),
    sent: t.exposeBoolean('sent'),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
    notePtr: t.field({ type: Note, description: 'The underlying note.', resolve: (note) => note }),
    simplybookmeeting: t.field({
      type: BookedMeeting,
      nullable: true,
      description: 'Its booked meeting; null if the viewer cannot see it.',
      resolve: (note, _args, { actor, services }) =>
        services.meetings.load(actor, note.bookedMeetingPk as number),
    }),
    permissions: t.expose('permissions', { type: [NotePermissions] }),
  }),
});

builder.objectField(BookedMeeting, 'meetingNote', (t) =>
  t.field({
    type: MeetingNote,
    nullable: true,
    description: 'The note of this meeting, if it exists and the viewer can read it.',
    resolve: ({ notePk }, _args, { actor, services }) =>
      notePk === null ? null : services.notes.load(actor, notePk),
  }),
);

const Recipient = builder.objectRef<Recipient>('MeetingNoteRecipient').implement({
  fields: (t) => ({
    user: t.field({ type: User, resolve: (recipient) => recipient }),
    kind: t.exposeString('kind', { description: '`student`, `parent` or `mentor`.' }),
  }),
});

const NoteKinds = builder.enumType('NoteKind', {
  description: 'The kinds of notes that the list can be filtered by.',
  values: NOTE_KINDS,
});

const { Connection, Edge } = connectionTypes('Note', Note);

builder.objectField(Connection, 'totalCountIsExact', (t) =>
  t.boolean({
    description: 'False when a search has more matches than were counted.',
    resolve: (page) => 'totalCountIsExact' in page && page.totalCountIsExact === true,
  }),
);

builder.queryFields((t) => ({
  note: t.field({
    type: Note,
    description: 'One note.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { actor, services }) => services.notes.get(actor, id),
  }),
  allNotes: t.field({
    type: Connection,
    description: "The notes that the viewer can read: the viewer's own, and optionally those by others.",
    args: {
      first: t.arg.int({ required: true }),
      after: t.arg.string(),
      user: t.arg.id({ description: 'Only notes created by this person.' }),
      student: t.arg.id({ description: 'Only notes about this student.' }),
      kind: t.arg({ type: NoteKinds, description: 'Only meeting notes, or only unsent ones.' }),
      title_Icontains: t.arg.string({ description: 'Literal part of the title.' }),
      body_Icontains: t.arg.string({ description: 'Literal part of the body.' }),
      tq: t.arg.string({ description: 'Words in the title, as in a web search.' }),
      bq: t.arg.string({ description: 'Words in the body, as in a web search.' }),
      orderBy: t.arg.string({
        description:
          'title, createdAt, updatedAt, sent, createdBy, student or mentor; a leading - means descending.',
      }),
      includeSelf: t.arg.boolean({ description: 'Notes by the viewer; true by default.' }),
      includeOthers: t.arg.boolean({
        description: 'Notes by others that the viewer can read; false by default.',
      }),
    },
    resolve: (_root, { first, after, ...filters }, { actor, services }, info) =>
      services.notes.list(actor, {
        first,
        after,
        filters,
        withBody: selects(info, 'body') || selects(info, 'htmlBody'),
        withCount: selects(info, 'totalCount') || selects(info, 'totalCountIsExact'),
      }),
  }),
  meetingNoteRecipients: t.field({
    type: [Recipient],
    description:
      'The recipients of a meeting note, for its author: the current ones, or those it was sent to.',
    args: {
      meetingNoteId: t.arg.id({ description: 'The meeting note; omit it with `simplybookId`.' }),
      simplybookId: t.arg.int({
        description: 'The booking of a meeting note that may not exist yet, for its current recipients.',
      }),
    },
    resolve: (_root, { meetingNoteId, simplybookId }, { actor, services }) =>
      services.notes.recipients(actor, {
        meetingNoteId: meetingNoteId ?? null,
        simplybookId: simplybookId ?? null,
      }),
  }),
}));

const htmlBody = 'Ignored: the server renders the body itself.';

builder.relayMutationField(
  'createNote',
  {
    inputFields: (t) => ({
      title: t.string({ required: true }),
      body: t.string({ required: true, description: 'Rich text as JSON.' }),
      htmlBody: t.string({ description: htmlBody }),
      simplybookId: t.int({ description: 'Makes it the meeting note of this booked meeting.' }),
      meetingId: t.id({
        description: 'The meeting that the text was typed for. Refused if the booking has another one now.',
      }),
      studentId: t.id({ description: 'The student a plain note is about.' }),
      idempotencyKey: t.string(KEY),
    }),
  },
  { resolve: (_root, { input }, { actor, services }) => services.notes.create(actor, input) },
  {
    outputFields: (t) => ({
      note: t.field({ type: Note, resolve: (note) => note }),
      noteEdge: t.field({
        type: Edge,
        resolve: (note, _args, { services }) => services.notes.edgeOf(note),
      }),
      meetingNote: t.field({
        type: MeetingNote,
        nullable: true,
        resolve: (note) => (note.bookedMeetingPk === null ? null : note),
      }),
    }),
  },
);

builder.relayMutationField(
  'updateNote',
  {
    inputFields: (t) => ({
      id: t.id({ required: true }),
      title: t.string({ required: true }),
      body: t.string({ required: true, description: 'Rich text as JSON.' }),
      htmlBody: t.string({ description: htmlBody }),
      version: t.int(BASED_ON),
      studentId: t.id({
        description: 'The student a plain note is about; null removes the student, omitted it is unchanged.',
      }),
    }),
  },
  { resolve: (_root, { input }, { actor, services }) => services.notes.update(actor, input) },
  {
    outputFields: (t) => ({
      note: t.field({ type: Note, resolve: (note) => note }),
      noteEdge: t.field({
        type: Edge,
        resolve: (note, _args, { services }) => services.notes.edgeOf(note),
      }),
    }),
  },
);

builder.relayMutationField(
  'deleteNotes',
  { inputFields: (t) => ({ ids: t.idList({ required: true }) }) },
  { resolve: (_root, { input }, { actor, services }) => services.notes.delete(actor, input) },
  {
    outputFields: (t) => ({
      deletedNotesIds: t.idList({
        resolve: ({ deleted }) => deleted.map((note) => toGlobalId('Note', note.pk)),
      }),
      notes: t.field({ type: [Note], description: 'The deleted notes.', resolve: ({ deleted }) => deleted }),
      failures: t.field({
        type: [Note],
        description: 'Notes that the viewer can see but not delete.',
        resolve: ({ failed }) => failed,
      }),
    }),
  },
);

builder.relayMutationField(
  'sendMeetingNote',
  {
    inputFields: (t) => ({
      meetingNoteId: t.id({ required: true }),
      version: t.int({ description: 'The version that the sender saw; another one is not sent (CONFLICT).' }),
      recipientIds: t.idList({
        description: 'The recipients that the sender saw; nothing is sent to anyone else (CONFLICT).',
      }),
    }),
  },
  { resolve: (_root, { input }, { actor, services }) => services.notes.send(actor, input) },
  { outputFields: (t) => ({ meetingNote: t.field({ type: MeetingNote, resolve: (note) => note }) }) },
);
