import { ATTENTION_KINDS, type AttentionReason as AttentionReasonShape } from '#shared/students/attention.ts';
import { STUDENT_PERMISSIONS } from '#shared/students/policy.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionTypes } from '../../graphql/connection.ts';
import { selects } from '../../graphql/selection.ts';
import { Year } from '../roadmap/academics/academics.graphql.ts';
import type { LastInteractionRow } from '../../db/interactions.ts';
import { User } from '../users/users.graphql.ts';
import type { Student as StudentShape, StudentOverview } from './students.service.ts';

const StudentRoadmap = builder.objectRef<NonNullable<StudentShape['roadmap']>>('StudentRoadmap');
StudentRoadmap.implement({
  fields: (t) => ({ year: t.expose('year', { type: Year }) }),
});

const StudentRating = builder.objectRef<NonNullable<StudentShape['studentprofilerating']>>('StudentRating');
StudentRating.implement({ fields: (t) => ({ points: t.exposeInt('points') }) });

const StudentPermissions = builder.enumType('StudentPermission', {
  description: 'What the viewer can do with a student.',
  values: STUDENT_PERMISSIONS,
});
const LastInteraction = builder.objectRef<LastInteractionRow>('LastInteraction').implement({
  description: 'The newest interaction that a mentor caused.',
  fields: (t) => ({
    createdAt: t.field({ type: 'DateTime', resolve: ({ createdAt }) => new Date(createdAt) }),
    interactionType: t.exposeString('interactionType', {
      description: 'task_activity, meeting_note or meeting.',
    }),
    mentor: t.expose('mentor', { type: User, nullable: true }),
  }),
});

export const AttentionReason = builder.objectRef<AttentionReasonShape>('AttentionReason').implement({
  description: 'Why a student needs attention.',
  fields: (t) => ({
    kind: t.expose('kind', {
      type: builder.enumType('AttentionKind', { values: ATTENTION_KINDS }),
    }),
    amount: t.exposeInt('amount', { description: 'The days, or the number of tasks.' }),
  }),
});

const Overview = builder.objectRef<StudentOverview>('StudentOverview').implement({
  description: 'The data of the list of students; meetings, tasks and interactions only for related viewers.',
  fields: (t) => ({
    lastInteraction: t.expose('lastInteraction', { type: LastInteraction, nullable: true }),
    nextMeetingAt: t.expose('nextMeetingAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the next meeting with the viewer, or with a parent’s child, begins.',
    }),
    gpa: t.exposeFloat('gpa', {
      nullable: true,
      description: 'The unweighted average of all actual grades.',
    }),
    attention: t.expose('attention', { type: [AttentionReason] }),
  }),
});

const Student = builder.objectRef<StudentShape>('Student');
Student.implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    pk: t.exposeInt('pk'),
    fullName: t.exposeString('fullName'),
    firstName: t.exposeString('firstName'),
    picture: t.exposeString('picture', {
      nullable: true,
      description: 'The address of the picture; null without one.',
    }),
    roadmap: t.expose('roadmap', {
      type: StudentRoadmap,
      nullable: true,
      description: 'Null when the student has none.',
    }),
    studentprofilerating: t.expose('studentprofilerating', {
      type: StudentRating,
      nullable: true,
      description: 'Null when the student has none.',
    }),
    permissions: t.expose('permissions', { type: [StudentPermissions] }),
    overview: t.expose('overview', {
      type: Overview,
      nullable: true,
      description: 'Null outside of allStudents.',
    }),
  }),
});

const { Connection } = connectionTypes('Student', Student);

builder.queryFields((t) => ({
  allStudents: t.field({
    type: Connection,
    description: 'The viewer’s students: children of a parent, students of a mentor.',
    args: {
      first: t.arg.int(),
      after: t.arg.string(),
      q: t.arg.string({ description: 'Part of the name.' }),
      years: t.arg({ type: [Year], description: 'Only these years; all by default.' }),
      orderBy: t.arg.string({
        description: 'name, year, points or attention; a leading - means descending.',
      }),
    },
    resolve: (_root, { first, after, q, years, orderBy }, { actor, services }, info) =>
      services.students.list(actor, {
        first,
        after,
        filter: { q: q ?? undefined, years: years ?? undefined, orderBy: orderBy ?? undefined },
        withCount: selects(info, 'totalCount'),
        withOverview: selects(info, 'overview'),
      }),
  }),
  student: t.field({
    type: Student,
    description: 'One student.',
    args: { pk: t.arg.int({ required: true }) },
    resolve: (_root, { pk }, { actor, services }) => services.students.get(actor, pk),
  }),
}));
