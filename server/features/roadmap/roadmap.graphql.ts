import type { GraphQLResolveInfo } from 'graphql';
import { requirePk, toGlobalId } from '#shared/kernel/ids.ts';
import { ROADMAP_PERMISSIONS } from '#shared/roadmap/policy.ts';
import { builder } from '../../graphql/builder.ts';
import { BASED_ON } from '../../graphql/descriptions.ts';
import { connectionTypes } from '../../graphql/connection.ts';
import { selects } from '../../graphql/selection.ts';
import { ClassGrades, Year } from './academics/academics.graphql.ts';
import { Activities } from './activities/activities.graphql.ts';
import { Colleges } from './colleges/colleges.graphql.ts';
import { ACTScores, CategoricalExamScores, SATScores } from './exams/exams.graphql.ts';
import { Cipcode4, Institution, School } from './lookups/lookups.graphql.ts';
import type {
  Course as CourseShape,
  MajorInterest as MajorInterestShape,
  RoadmapPart,
} from './roadmap.repository.ts';
import type { Roadmap as RoadmapShape } from './roadmap.service.ts';
import { pageOf } from './sets.ts';

const Course = builder.objectRef<CourseShape>('Course');
Course.implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId('Course', pk) }),
    name: t.exposeString('name'),
    subjectRequirement: t.exposeString('subjectRequirement', { description: "A to G, or ''." }),
    ucHonors: t.exposeBoolean('ucHonors'),
  }),
});
const Courses = connectionTypes('Course', Course);

builder.objectField(School, 'courseSet', (t) =>
  t.field({
    type: Courses.Connection,
    description: 'The courses on the UC A-G list; only for the school of a roadmap.',
    args: { first: t.arg.int(), after: t.arg.string() },
    resolve: ({ courses = [] }, args) => pageOf('courses', courses, args),
  }),
);

const MajorInterest = builder.objectRef<MajorInterestShape>('MajorInterest');
MajorInterest.implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId('MajorInterest', pk) }),
    rank: t.exposeInt('rank'),
    cipcode4: t.field({ type: Cipcode4, resolve: ({ major }) => major }),
  }),
});
const MajorInterests = connectionTypes('MajorInterest', MajorInterest);

const RoadmapPermissions = builder.enumType('RoadmapPermission', {
  description: 'What the viewer can do with a roadmap.',
  values: ROADMAP_PERMISSIONS,
});
const Roadmap = builder.objectRef<RoadmapShape>('Roadmap');
Roadmap.implement({
  fields: (t) => {
    const args = { first: t.arg.int(), after: t.arg.string() };
    return {
      id: t.id({ resolve: ({ pk }) => toGlobalId('Roadmap', pk) }),
      userPk: t.exposeInt('userPk'),
      userFullName: t.exposeString('userFullName'),
      year: t.expose('year', { type: Year }),
      graduationYear: t.exposeInt('graduationYear'),
      permissions: t.expose('permissions', { type: [RoadmapPermissions] }),
      version: t.exposeInt('version', { description: 'Counts changes of the roadmap’s own fields.' }),
      school: t.field({ type: School, nullable: true, resolve: ({ school }) => school ?? null }),
      attending: t.field({
        type: Institution,
        nullable: true,
        description: 'The university that the student attends or will attend.',
        resolve: ({ attending }) => attending ?? null,
      }),
      majorinterestSet: t.field({
        type: MajorInterests.Connection,
        args,
        resolve: ({ majorInterests = [] }, request) => pageOf('majorInterests', majorInterests, request),
      }),
      classgradeSet: t.field({
        type: ClassGrades.Connection,
        args,
        resolve: ({ classGrades = [] }, request) => pageOf('classGrades', classGrades, request),
      }),
      satscoreSet: t.field({
        type: SATScores.Connection,
        args,
        resolve: ({ satScores = [] }, request) => pageOf('satScores', satScores, request),
      }),
      actscoreSet: t.field({
        type: ACTScores.Connection,
        args,
        resolve: ({ actScores = [] }, request) => pageOf('actScores', actScores, request),
      }),
      categoricalexamscoreSet: t.field({
        type: CategoricalExamScores.Connection,
        args,
        resolve: ({ examScores = [] }, request) => pageOf('examScores', examScores, request),
      }),
      activitySet: t.field({
        type: Activities.Connection,
        args,
        resolve: ({ activities = [] }, request) => pageOf('activities', activities, request),
      }),
      collegeSet: t.field({
        type: Colleges.Connection,
        args,
        resolve: ({ colleges = [] }, request) => pageOf('colleges', colleges, request),
      }),
    };
  },
});

/** The part of the statement that each field of the query needs. */
const PART_OF_FIELD: Readonly<Record<string, RoadmapPart>> = {
  attending: 'attending',
  majorinterestSet: 'majorInterests',
  classgradeSet: 'classGrades',
  satscoreSet: 'satScores',
  actscoreSet: 'actScores',
  categoricalexamscoreSet: 'examScores',
  activitySet: 'activities',
  collegeSet: 'colleges',
};

function selectedParts(info: GraphQLResolveInfo): RoadmapPart[] {
  const parts = Object.entries(PART_OF_FIELD)
    .filter(([field]) => selects(info, field))
    .map(([, part]) => part);
  if (selects(info, 'courseSet')) parts.push('schoolWithCourses');
  else if (selects(info, 'school')) parts.push('school');
  return parts;
}

builder.queryField('roadmap', (t) =>
  t.field({
    type: Roadmap,
    nullable: true,
    description: 'The roadmap of a student; null when the student has none yet.',
    args: { userPk: t.arg.int({ required: true }) },
    resolve: (_root, { userPk }, { actor, services }, info) =>
      services.roadmap.of(actor, userPk, selectedParts(info)),
  }),
);

const choices = {
  attending: { description: 'The unitid of the university that the student attends or will attend.' },
};

builder.relayMutationField(
  'createRoadmap',
  {
    inputFields: (t) => ({
      userPk: t.int({ required: true }),
      graduationYear: t.int({ required: true }),
      year: t.field({ type: Year, required: true }),
      schoolId: t.id(),
      cipcode4Ids: t.idList({ description: 'Majors, in order of preference.' }),
      attending: t.int(choices.attending),
    }),
  },
  {
    resolve: (_root, { input }, { actor, services }) => {
      const { userPk, clientMutationId: _, ...values } = input;
      return services.roadmap.create(actor, userPk, values);
    },
  },
  { outputFields: (t) => ({ roadmap: t.field({ type: Roadmap, resolve: (roadmap) => roadmap }) }) },
);

builder.relayMutationField(
  'updateRoadmap',
  {
    inputFields: (t) => ({
      roadmapId: t.id({ required: true }),
      graduationYear: t.int(),
      year: t.field({ type: Year }),
      schoolId: t.id({ description: 'Null for none; omitted it is unchanged.' }),
      cipcode4Ids: t.idList({ description: 'Majors, in order of preference; omitted they are unchanged.' }),
      attending: t.int(choices.attending),
      version: t.int(BASED_ON),
    }),
  },
  {
    resolve: (_root, { input }, { actor, services }) => {
      const { roadmapId, version, clientMutationId: _, year, graduationYear, ...choice } = input;
      return services.roadmap.update(
        actor,
        requirePk('Roadmap', roadmapId),
        {
          ...(year == null ? {} : { year }),
          ...(graduationYear == null ? {} : { graduationYear }),
          ...choice,
        },
        version,
      );
    },
  },
  { outputFields: (t) => ({ roadmap: t.field({ type: Roadmap, resolve: (roadmap) => roadmap }) }) },
);
