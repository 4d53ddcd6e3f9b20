import { toGlobalId } from '#shared/kernel/ids.ts';
import { ESSAY_STATUSES } from '#shared/essays/limits.ts';
import { ESSAY_COMMENT_PERMISSIONS, ESSAY_PERMISSIONS, ESSAYS_PERMISSIONS } from '#shared/essays/policy.ts';
import { builder } from '../../graphql/builder.ts';
import { BASED_ON, KEY } from '../../graphql/descriptions.ts';
import { User } from '../users/users.graphql.ts';
import type { EssayComment as CommentShape } from './comments.service.ts';
import type { VersionRow } from './essays.repository.ts';
import type { Essay as EssayShape, StudentEssays as StudentEssaysShape } from './essays.service.ts';

const EssayStatus = builder.enumType('EssayStatus', { values: ESSAY_STATUSES });
const EssaysPermission = builder.enumType('StudentEssaysPermission', {
  description: 'What the viewer can do with the essays of a student.',
  values: ESSAYS_PERMISSIONS,
});
const EssayPermission = builder.enumType('EssayPermission', {
  description: 'What the viewer can do with an essay.',
  values: ESSAY_PERMISSIONS,
});
const EssayCommentPermission = builder.enumType('EssayCommentPermission', {
  description: 'What the viewer can do with a comment on an essay.',
  values: ESSAY_COMMENT_PERMISSIONS,
});

const EssayCollege = builder.objectRef<{ pk: number; name: string }>('EssayCollege').implement({
  description: 'A college on the student’s roadmap.',
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId('College', pk) }),
    name: t.exposeString('name'),
  }),
});

const EssayVersion = builder.objectRef<VersionRow>('EssayVersion').implement({
  description: 'A saved version of an essay’s text.',
  fields: (t) => ({
    pk: t.exposeInt('pk'),
    title: t.exposeString('title'),
    body: t.exposeString('body', {
      nullable: true,
      description: 'Rich text as JSON; only from `essayVersion`.',
    }),
    wordCount: t.exposeInt('wordCount'),
    savedAt: t.expose('savedAt', { type: 'DateTime' }),
    author: t.expose('author', { type: User, nullable: true }),
  }),
});

const EssayComment = builder.objectRef<CommentShape>('EssayComment').implement({
  description: 'A mentor’s comment on a passage.',
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId('EssayComment', pk) }),
    body: t.exposeString('body'),
    quote: t.exposeString('quote', { description: 'The passage when the comment was written.' }),
    before: t.exposeString('before', { description: 'The text before the passage, to find it again.' }),
    after: t.exposeString('after', { description: 'The text after the passage, to find it again.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    resolvedAt: t.expose('resolvedAt', { type: 'DateTime', nullable: true }),
    author: t.expose('author', { type: User, nullable: true }),
    permissions: t.expose('permissions', { type: [EssayCommentPermission] }),
  }),
});

const Essay = builder.objectRef<EssayShape>('Essay').implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId('Essay', pk) }),
    pk: t.exposeInt('pk'),
    title: t.exposeString('title'),
    body: t.exposeString('body', {
      nullable: true,
      description: 'Rich text as JSON; null in the list.',
    }),
    version: t.exposeInt('version', {
      description: 'Counts changes of the text; a save contains the version it is based on.',
    }),
    prompt: t.exposeString('prompt'),
    wordLimit: t.exposeInt('wordLimit', { nullable: true }),
    wordCount: t.exposeInt('wordCount'),
    status: t.expose('status', { type: EssayStatus }),
    college: t.expose('college', { type: EssayCollege, nullable: true }),
    dueOn: t.expose('dueOn', { type: 'Date', nullable: true }),
    isShared: t.exposeBoolean('isShared', { description: 'Whether the parents can read it.' }),
    openComments: t.exposeInt('openComments'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    student: t.field({
      type: User,
      resolve: ({ studentPk, studentName }) => ({ pk: studentPk, fullName: studentName }),
    }),
    permissions: t.expose('permissions', { type: [EssayPermission] }),
    comments: t.field({
      type: [EssayComment],
      description: 'The comments of mentors, oldest first; none for parents.',
      resolve: (essay, _args, { actor, services }) => services.essays.comments.of(actor, essay),
    }),
    versions: t.field({
      type: [EssayVersion],
      description: 'The newest versions first; none for parents.',
      resolve: (essay, _args, { actor, services }) => services.essays.versions(actor, essay),
    }),
  }),
});

const StudentEssays = builder.objectRef<StudentEssaysShape>('StudentEssays').implement({
  description: 'The essays of a student that the viewer can read.',
  fields: (t) => ({
    student: t.expose('student', { type: User }),
    permissions: t.expose('permissions', { type: [EssaysPermission] }),
    essays: t.expose('essays', { type: [Essay] }),
    colleges: t.field({
      type: [EssayCollege],
      description: 'The colleges that an essay can be for.',
      resolve: ({ student }, _args, { actor, services }) => services.essays.colleges(actor, student.pk),
    }),
  }),
});

builder.queryFields((t) => ({
  studentEssays: t.field({
    type: StudentEssays,
    description: 'The essays of a student; parents see the shared ones.',
    args: { studentPk: t.arg.int({ required: true }) },
    resolve: (_root, { studentPk }, { actor, services }) => services.essays.ofStudent(actor, studentPk),
  }),
  essay: t.field({
    type: Essay,
    args: { pk: t.arg.int({ required: true }) },
    resolve: (_root, { pk }, { actor, services }) => services.essays.get(actor, pk),
  }),
  essayVersion: t.field({
    type: EssayVersion,
    args: { pk: t.arg.int({ required: true }) },
    resolve: (_root, { pk }, { actor, services }) => services.essays.version(actor, pk),
  }),
}));

builder.relayMutationField(
  'createEssay',
  {
    inputFields: (t) => ({
      studentPk: t.int({ required: true }),
      title: t.string({ required: true }),
      prompt: t.string(),
      wordLimit: t.int(),
      collegeId: t.id({ description: 'A college on the student’s roadmap.' }),
      dueOn: t.field({ type: 'Date' }),
      body: t.string({ description: 'Rich text as JSON; empty without it.' }),
      idempotencyKey: t.string(KEY),
    }),
  },
  {
    resolve: (_root, { input: { studentPk, ...input } }, { actor, services }) =>
      services.essays.create(actor, studentPk, input),
  },
  { outputFields: (t) => ({ essay: t.field({ type: Essay, resolve: (essay) => essay }) }) },
);

builder.relayMutationField(
  'updateEssay',
  {
    inputFields: (t) => ({
      id: t.id({ required: true }),
      title: t.string({ required: true }),
      body: t.string({ required: true, description: 'Rich text as JSON.' }),
      version: t.int({
        required: true,
        ...BASED_ON,
      }),
      startsVersion: t.boolean({
        description:
          'Whether the save starts a version of the history, such as when an older one is restored.',
      }),
    }),
  },
  { resolve: (_root, { input }, { actor, services }) => services.essays.update(actor, input) },
  { outputFields: (t) => ({ essay: t.field({ type: Essay, resolve: (essay) => essay }) }) },
);

builder.relayMutationField(
  'changeEssayDetails',
  {
    inputFields: (t) => ({
      id: t.id({ required: true }),
      status: t.field({ type: EssayStatus }),
      prompt: t.string(),
      wordLimit: t.int({ description: 'Null removes the limit.' }),
      collegeId: t.id({ description: 'A college on the student’s roadmap; null removes it.' }),
      dueOn: t.field({ type: 'Date', description: 'Null removes the date.' }),
    }),
  },
  {
    resolve: (_root, { input: { id, ...change } }, { actor, services }) =>
      services.essays.changeDetails(actor, id, change),
  },
  { outputFields: (t) => ({ essay: t.field({ type: Essay, resolve: (essay) => essay }) }) },
);

builder.relayMutationField(
  'shareEssay',
  {
    description: 'Shares an essay with the student’s parents, or stops sharing it.',
    inputFields: (t) => ({ id: t.id({ required: true }), isShared: t.boolean({ required: true }) }),
  },
  {
    resolve: (_root, { input }, { actor, services }) =>
      services.essays.share(actor, input.id, input.isShared),
  },
  { outputFields: (t) => ({ essay: t.field({ type: Essay, resolve: (essay) => essay }) }) },
);

builder.relayMutationField(
  'deleteEssay',
  { inputFields: (t) => ({ id: t.id({ required: true }) }) },
  { resolve: (_root, { input }, { actor, services }) => services.essays.delete(actor, input.id) },
  {
    outputFields: (t) => ({
      deletedId: t.id({ resolve: ({ pk }) => toGlobalId('Essay', pk) }),
    }),
  },
);

builder.relayMutationField(
  'createEssayComment',
  {
    inputFields: (t) => ({
      essayId: t.id({ required: true }),
      body: t.string({ required: true }),
      quote: t.string({ required: true, description: 'The passage.' }),
      before: t.string({ required: true, description: 'The text before the passage.' }),
      after: t.string({ required: true, description: 'The text after the passage.' }),
      idempotencyKey: t.string(KEY),
    }),
  },
  { resolve: (_root, { input }, { actor, services }) => services.essays.comments.create(actor, input) },
  { outputFields: (t) => ({ comment: t.field({ type: EssayComment, resolve: (comment) => comment }) }) },
);

builder.relayMutationField(
  'resolveEssayComment',
  {
    description: 'Resolves a comment or opens it again.',
    inputFields: (t) => ({ id: t.id({ required: true }), isResolved: t.boolean({ required: true }) }),
  },
  {
    resolve: (_root, { input }, { actor, services }) =>
      services.essays.comments.resolve(actor, input.id, input.isResolved),
  },
  { outputFields: (t) => ({ comment: t.field({ type: EssayComment, resolve: (comment) => comment }) }) },
);

builder.relayMutationField(
  'deleteEssayComment',
  { inputFields: (t) => ({ id: t.id({ required: true }) }) },
  { resolve: (_root, { input }, { actor, services }) => services.essays.comments.delete(actor, input.id) },
  {
    outputFields: (t) => ({
      deletedId: t.id({ resolve: ({ pk }) => toGlobalId('EssayComment', pk) }),
    }),
  },
);
