import { requirePk, toGlobalId } from '#shared/kernel/ids.ts';
import { actComposite, type DatePrecision as DatePrecisionName, satTotal } from '#shared/roadmap/exams.ts';
import { builder, type InputFields } from '../../../graphql/builder.ts';
import { BASED_ON, KEY, VERSION } from '../../../graphql/descriptions.ts';
import { connectionTypes } from '../../../graphql/connection.ts';
import type {
  ActScore as ActScoreShape,
  Exam as ExamShape,
  ExamCategory as ExamCategoryShape,
  ExamScore as ExamScoreShape,
  SatScore as SatScoreShape,
} from './exams.repository.ts';
import { edgeOf, pageOf } from '../sets.ts';

/** GraphQL's codes of date precisions (EXAM-009). */
const PRECISION_CODES = { fullDate: 'A_0', monthYear: 'A_1', year: 'A_2' } as const satisfies Record<
  DatePrecisionName,
  string
>;

const DatePrecision = builder.enumType('ExamDatePrecision', {
  description: 'A_2 year only, A_1 month and year, anything else a full date.',
  values: ['A_0', 'A_1', 'A_2'] as const,
});

export const SATScore = builder.objectRef<SatScoreShape>('SATScore');
SATScore.implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId('SATScore', pk) }),
    takenAt: t.expose('takenAt', { type: 'Date' }),
    erw: t.exposeInt('erw', { nullable: true }),
    math: t.exposeInt('math', { nullable: true }),
    reading: t.exposeInt('reading', { nullable: true }),
    analysis: t.exposeInt('analysis', { nullable: true }),
    writing: t.exposeInt('writing', { nullable: true }),
    score: t.int({ nullable: true, description: 'erw plus math.', resolve: satTotal }),
    version: t.exposeInt('version', VERSION),
  }),
});

export const ACTScore = builder.objectRef<ActScoreShape>('ACTScore');
ACTScore.implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId('ACTScore', pk) }),
    takenAt: t.expose('takenAt', { type: 'Date' }),
    english: t.exposeInt('english', { nullable: true }),
    mathematics: t.exposeInt('mathematics', { nullable: true }),
    reading: t.exposeInt('reading', { nullable: true }),
    science: t.exposeInt('science', { nullable: true }),
    writing: t.exposeInt('writing', { nullable: true }),
    score: t.int({
      nullable: true,
      description: 'The composite: the rounded mean of the sections, without science if it was not taken.',
      resolve: actComposite,
    }),
    version: t.exposeInt('version', VERSION),
  }),
});

const ExamCategory = builder.objectRef<ExamCategoryShape>('ExamCategory');
ExamCategory.implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId('ExamCategory', pk) }),
    name: t.exposeString('name'),
    minScore: t.exposeFloat('minScore'),
    maxScore: t.exposeFloat('maxScore'),
    step: t.exposeFloat('step', { description: 'Below 1 for half bands.' }),
    datePrecision: t.field({
      type: DatePrecision,
      resolve: ({ datePrecision }) => PRECISION_CODES[datePrecision],
    }),
  }),
});

const Exam = builder.objectRef<ExamShape>('Exam');
Exam.implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId('Exam', pk) }),
    name: t.exposeString('name'),
    examCategory: t.field({ type: ExamCategory, resolve: ({ category }) => category }),
  }),
});

const Exams = connectionTypes('Exam', Exam);

/** A category with its exams, for the picker. */
const ExamGroup = builder
  .objectRef<ExamCategoryShape & { exams: { pk: number; name: string }[] }>('ExamGroup')
  .implement({
    fields: (t) => ({
      id: t.id({ resolve: ({ pk }) => toGlobalId('ExamCategory', pk) }),
      category: t.field({ type: ExamCategory, resolve: (group) => group }),
      examSet: t.field({
        type: Exams.Connection,
        args: { first: t.arg.int() },
        resolve: ({ exams, ...category }, args) =>
          pageOf(
            'exams',
            exams.map((exam) => ({ ...exam, category })),
            args,
          ),
      }),
    }),
  });

export const CategoricalExamScore = builder.objectRef<ExamScoreShape>('CategoricalExamScore');
CategoricalExamScore.implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId('CategoricalExamScore', pk) }),
    takenAt: t.expose('takenAt', { type: 'Date' }),
    score: t.exposeFloat('score', { nullable: true }),
    exam: t.expose('exam', { type: Exam }),
    version: t.exposeInt('version', VERSION),
  }),
});

export const SATScores = connectionTypes('SATScore', SATScore);
export const ACTScores = connectionTypes('ACTScore', ACTScore);
export const CategoricalExamScores = connectionTypes('CategoricalExamScore', CategoricalExamScore);

const satFields = (t: InputFields) => ({
  takenAt: t.field({ type: 'Date', required: true }),
  erw: t.int(),
  math: t.int(),
  reading: t.int(),
  analysis: t.int(),
  writing: t.int(),
});

const actFields = (t: InputFields) => ({
  takenAt: t.field({ type: 'Date', required: true }),
  english: t.int(),
  mathematics: t.int(),
  reading: t.int(),
  science: t.int(),
  writing: t.int(),
});

builder.queryField('allExamCategories', (t) =>
  t.field({
    type: [ExamGroup],
    description: 'All exam categories with their exams.',
    resolve: (_root, _args, { services }) => services.roadmap.exams.categories(),
  }),
);

builder.relayMutationField(
  'createSatScore',
  {
    inputFields: (t) => ({
      roadmapId: t.id({ required: true }),
      ...satFields(t),
      idempotencyKey: t.string(KEY),
    }),
  },
  {
    resolve: (_root, { input }, { actor, services }) => {
      const { roadmapId, idempotencyKey, clientMutationId: _, ...values } = input;
      return services.roadmap.exams.createSat(actor, requirePk('Roadmap', roadmapId), values, idempotencyKey);
    },
  },
  {
    outputFields: (t) => ({
      satScoreEdge: t.field({ type: SATScores.Edge, resolve: (created) => edgeOf('satScores', created) }),
    }),
  },
);

builder.relayMutationField(
  'createActScore',
  {
    inputFields: (t) => ({
      roadmapId: t.id({ required: true }),
      ...actFields(t),
      idempotencyKey: t.string(KEY),
    }),
  },
  {
    resolve: (_root, { input }, { actor, services }) => {
      const { roadmapId, idempotencyKey, clientMutationId: _, ...values } = input;
      return services.roadmap.exams.createAct(actor, requirePk('Roadmap', roadmapId), values, idempotencyKey);
    },
  },
  {
    outputFields: (t) => ({
      actScoreEdge: t.field({ type: ACTScores.Edge, resolve: (created) => edgeOf('actScores', created) }),
    }),
  },
);

builder.relayMutationField(
  'createCategoricalExamScore',
  {
    inputFields: (t) => ({
      roadmapId: t.id({ required: true }),
      takenAt: t.field({ type: 'Date', required: true }),
      examId: t.id({ required: true }),
      score: t.float(),
      idempotencyKey: t.string(KEY),
    }),
  },
  {
    resolve: (_root, { input }, { actor, services }) => {
      const { roadmapId, idempotencyKey, clientMutationId: _, ...values } = input;
      return services.roadmap.exams.createCategorical(
        actor,
        requirePk('Roadmap', roadmapId),
        values,
        idempotencyKey,
      );
    },
  },
  {
    outputFields: (t) => ({
      categoricalExamScoreEdge: t.field({
        type: CategoricalExamScores.Edge,
        resolve: (created) => edgeOf('examScores', created),
      }),
    }),
  },
);

builder.relayMutationField(
  'updateSatScore',
  {
    inputFields: (t) => ({
      id: t.id({ required: true }),
      ...satFields(t),
      version: t.int(BASED_ON),
    }),
  },
  {
    description: 'Replaces the date and all scores; omitted scores become null.',
    resolve: (_root, { input }, { actor, services }) => {
      const { id, version, clientMutationId: _, ...values } = input;
      return services.roadmap.exams.updateSat(actor, requirePk('SATScore', id), values, version);
    },
  },
  { outputFields: (t) => ({ satScore: t.field({ type: SATScore, resolve: (updated) => updated }) }) },
);

builder.relayMutationField(
  'updateActScore',
  {
    inputFields: (t) => ({
      id: t.id({ required: true }),
      ...actFields(t),
      version: t.int(BASED_ON),
    }),
  },
  {
    description: 'Replaces the date and all scores; omitted scores become null.',
    resolve: (_root, { input }, { actor, services }) => {
      const { id, version, clientMutationId: _, ...values } = input;
      return services.roadmap.exams.updateAct(actor, requirePk('ACTScore', id), values, version);
    },
  },
  { outputFields: (t) => ({ actScore: t.field({ type: ACTScore, resolve: (updated) => updated }) }) },
);

builder.relayMutationField(
  'updateCategoricalExamScore',
  {
    inputFields: (t) => ({
      id: t.id({ required: true }),
      takenAt: t.field({ type: 'Date', required: true }),
      score: t.float(),
      version: t.int(BASED_ON),
    }),
  },
  {
    description: 'Replaces the date and the score; the exam cannot change.',
    resolve: (_root, { input }, { actor, services }) => {
      const { id, version, clientMutationId: _, ...values } = input;
      return services.roadmap.exams.updateCategorical(
        actor,
        requirePk('CategoricalExamScore', id),
        values,
        version,
      );
    },
  },
  {
    outputFields: (t) => ({
      categoricalExamScore: t.field({ type: CategoricalExamScore, resolve: (updated) => updated }),
    }),
  },
);

builder.relayMutationField(
  'deleteExamScore',
  { inputFields: (t) => ({ id: t.id({ required: true }) }) },
  {
    resolve: (_root, { input }, { actor, services }) => services.roadmap.exams.delete(actor, input.id),
  },
  {
    outputFields: (t) => ({
      deletedId: t.id({ resolve: ({ type, pk }) => toGlobalId(type, pk) }),
      takenAt: t.expose('takenAt', { type: 'Date' }),
    }),
  },
);
