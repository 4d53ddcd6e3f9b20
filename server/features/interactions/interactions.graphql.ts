import { toGlobalId } from '#shared/kernel/ids.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionTypes } from '../../graphql/connection.ts';
import { selects } from '../../graphql/selection.ts';
import { ContainingList } from '../tasks/tasks.graphql.ts';
import { User } from '../users/users.graphql.ts';
import type {
  AttendedMeeting,
  InteractionRow,
  InteractionTask,
  MeetingNoteReference,
} from './interactions.repository.ts';

const Interaction = builder.interfaceRef<InteractionRow>('Interaction').implement({
  description: 'Something that happened between a student and a mentor.',
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId('Interaction', pk) }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    student: t.expose('student', { type: User }),
    mentor: t.expose('mentor', {
      type: User,
      nullable: true,
      description: 'The mentor who acted, or whose task it is; null when no mentor took part.',
    }),
    createdBy: t.expose('createdBy', {
      type: User,
      nullable: true,
      description: 'The student or mentor who did it; null when their account was deleted.',
    }),
  }),
});

const Task = builder.objectRef<InteractionTask>('InteractionTask').implement({
  description: 'The task of an interaction. A deleted task keeps its name.',
  fields: (t) => ({
    id: t.id({ nullable: true, resolve: ({ pk }) => (pk === null ? null : toGlobalId('Task', pk)) }),
    pk: t.exposeInt('pk', { nullable: true }),
    name: t.exposeString('name'),
    containingList: t.expose('containingList', { type: ContainingList, nullable: true }),
  }),
});

builder.objectRef<InteractionRow>('TaskActivityInteraction').implement({
  description: 'A change of a task.',
  interfaces: [Interaction],
  isTypeOf: (row) => (row as InteractionRow).action !== null,
  fields: (t) => ({
    action: t.string({ resolve: ({ action }) => action as string }),
    task: t.field({ type: Task, resolve: ({ task }) => task as InteractionTask }),
    oldName: t.exposeString('oldName', { nullable: true }),
    newName: t.exposeString('newName', { nullable: true }),
    oldPoints: t.exposeInt('oldPoints', { nullable: true }),
    newPoints: t.exposeInt('newPoints', { nullable: true }),
    oldDueAt: t.expose('oldDueAt', { type: 'DateTime', nullable: true }),
    newDueAt: t.expose('newDueAt', { type: 'DateTime', nullable: true }),
    oldContainingList: t.expose('oldContainingList', {
      type: ContainingList,
      nullable: true,
      description: 'The list it was moved from; null if the viewer may not see that list.',
    }),
    newContainingList: t.expose('newContainingList', { type: ContainingList, nullable: true }),
  }),
});

const NoteReference = builder.objectRef<MeetingNoteReference>('MeetingNoteReference').implement({
  description: 'A sent meeting note, by title.',
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId('MeetingNote', pk) }),
    noteId: t.exposeInt('pk', { description: 'The pk of its note.' }),
    title: t.exposeString('title'),
  }),
});

builder.objectRef<InteractionRow>('MeetingNoteInteraction').implement({
  description: 'A meeting note that was sent.',
  interfaces: [Interaction],
  isTypeOf: (row) => (row as InteractionRow).meetingNote !== null,
  fields: (t) => ({
    meetingNote: t.field({
      type: NoteReference,
      resolve: ({ meetingNote }) => meetingNote as MeetingNoteReference,
    }),
  }),
});

const Attended = builder.objectRef<AttendedMeeting>('AttendedMeeting').implement({
  description: 'A meeting that mentor and student attended in its room.',
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId('BookedMeeting', pk) }),
    name: t.exposeString('name'),
    minutes: t.exposeInt('minutes', { description: 'How long both were in the room.' }),
  }),
});

builder.objectRef<InteractionRow>('MeetingInteraction').implement({
  description: 'A meeting in the meeting room.',
  interfaces: [Interaction],
  isTypeOf: (row) => (row as InteractionRow).attendedMeeting !== null,
  fields: (t) => ({
    meeting: t.field({
      type: Attended,
      resolve: ({ attendedMeeting }) => attendedMeeting as AttendedMeeting,
    }),
  }),
});

const { Connection } = connectionTypes('Interaction', Interaction as never, { withTotalCount: false });

builder.queryField('allInteractions', (t) =>
  t.field({
    type: Connection,
    description: "The viewer's interactions, newest first: a student's own, or those of their students.",
    args: {
      first: t.arg.int({ required: true }),
      after: t.arg.string(),
      mentor: t.arg.id({ description: 'Only interactions with this mentor.' }),
      student: t.arg.id({ description: 'Only interactions of this student.' }),
      orderBy: t.arg.string({ required: true, description: '-createdAt.' }),
    },
    resolve: (_root, args, { actor, services }, info) =>
      services.interactions.list(actor, { ...args, withMentor: selects(info, 'mentor') }),
  }),
);
