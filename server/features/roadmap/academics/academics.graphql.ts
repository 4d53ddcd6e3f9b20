import { requirePk, toGlobalId } from '#shared/kernel/ids.ts';
import { YEARS } from '#shared/kernel/years.ts';
import { meanGrade } from '#shared/roadmap/academics.ts';
import { builder } from '../../../graphql/builder.ts';
import { BASED_ON, KEY, VERSION } from '../../../graphql/descriptions.ts';
import { connectionTypes } from '../../../graphql/connection.ts';
import type { ClassGrade as ClassGradeShape } from './academics.repository.ts';
import { changedFields } from '../changed-fields.ts';
import { edgeOf } from '../sets.ts';

export const Year = builder.enumType('Year', {
  description: 'FR Freshman, SO Sophomore, JR Junior, SR Senior.',
  values: YEARS,
});

export const ClassGrade = builder.objectRef<ClassGradeShape>('ClassGrade');
ClassGrade.implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId('ClassGrade', pk) }),
    name: t.exposeString('name'),
    year: t.expose('year', { type: Year }),
    terms: t.exposeInt('terms'),
    targetGrades: t.expose('targetGrades', {
      type: t.listRef('Float', { nullable: true }),
      description: 'Points of each term; null without a grade.',
    }),
    actualGrades: t.expose('actualGrades', {
      type: t.listRef('Float', { nullable: true }),
      description: 'Points of each term; null without a grade.',
    }),
    points: t.float({
      nullable: true,
      description: 'The mean of the actual grades so far.',
      resolve: ({ actualGrades }) => meanGrade(actualGrades),
    }),
    ucHonors: t.exposeBoolean('ucHonors'),
    subjectRequirement: t.exposeString('subjectRequirement', { description: "A to G, or ''." }),
    autocompleted: t.exposeBoolean('autocompleted', {
      description: 'Whether it is one of the school’s courses.',
    }),
    version: t.exposeInt('version', VERSION),
  }),
});

export const ClassGrades = connectionTypes('ClassGrade', ClassGrade);

builder.relayMutationField(
  'createClassGrade',
  {
    inputFields: (t) => ({
      roadmapId: t.id({ required: true }),
      name: t.string({ required: true }),
      terms: t.int({ required: true }),
      targetGrades: t.field({ type: t.listRef('Float', { required: false }), required: true }),
      actualGrades: t.field({ type: t.listRef('Float', { required: false }), required: true }),
      year: t.field({ type: Year, required: true }),
      ucHonors: t.boolean({ required: true }),
      subjectRequirement: t.string({ description: "A to G, or ''." }),
      autocompleted: t.boolean({ required: true }),
      idempotencyKey: t.string(KEY),
    }),
  },
  {
    resolve: (_root, { input }, { actor, services }) => {
      const { roadmapId, idempotencyKey, clientMutationId: _, subjectRequirement, ...values } = input;
      return services.roadmap.academics.create(
        actor,
        requirePk('Roadmap', roadmapId),
        { ...values, subjectRequirement: subjectRequirement ?? '' },
        idempotencyKey,
      );
    },
  },
  {
    outputFields: (t) => ({
      classGrade: t.field({ type: ClassGrade, resolve: (created) => created }),
      classGradeEdge: t.field({
        type: ClassGrades.Edge,
        resolve: (created) => edgeOf('classGrades', created),
      }),
    }),
  },
);

builder.relayMutationField(
  'updateClassGrade',
  {
    inputFields: (t) => ({
      id: t.id({ required: true }),
      actualGrades: t.field({ type: t.listRef('Float', { required: false }) }),
      year: t.field({ type: Year }),
      ucHonors: t.boolean(),
      subjectRequirement: t.string({ description: "A to G, or ''." }),
      version: t.int(BASED_ON),
    }),
  },
  {
    resolve: (_root, { input }, { actor, services }) => {
      const { id, version, clientMutationId: _, ...change } = input;
      return services.roadmap.academics.update(
        actor,
        requirePk('ClassGrade', id),
        changedFields(change),
        version,
      );
    },
  },
  { outputFields: (t) => ({ classGrade: t.field({ type: ClassGrade, resolve: (updated) => updated }) }) },
);

builder.relayMutationField(
  'deleteClassGrade',
  { inputFields: (t) => ({ id: t.id({ required: true }) }) },
  {
    resolve: (_root, { input }, { actor, services }) =>
      services.roadmap.academics.delete(actor, requirePk('ClassGrade', input.id)),
  },
  {
    outputFields: (t) => ({
      deletedId: t.id({ resolve: ({ pk }) => toGlobalId('ClassGrade', pk) }),
      name: t.exposeString('name'),
    }),
  },
);
