import { INSTITUTION_CONTROLS, INSTITUTION_LEVELS } from '#shared/roadmap/colleges.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { builder } from '../../../graphql/builder.ts';
import { connectionTypes } from '../../../graphql/connection.ts';
import type { Institution as InstitutionShape } from '../colleges/institutions.sql.ts';
import type { MajorChoice } from './lookups.repository.ts';
import type { School as SchoolShape } from '../roadmap.repository.ts';

const InstitutionControl = builder.enumType('InstitutionControl', {
  description: 'The publisher’s codes: A_1 public, A_2 private non-profit, A_3 private for-profit.',
  values: Object.keys(INSTITUTION_CONTROLS) as (keyof typeof INSTITUTION_CONTROLS)[],
});
const InstitutionLevel = builder.enumType('InstitutionLevel', {
  description: 'The publisher’s codes: A_1 4-year, A_2 2-year, A_3 less than 2-years.',
  values: Object.keys(INSTITUTION_LEVELS) as (keyof typeof INSTITUTION_LEVELS)[],
});

const OlderFigure = builder
  .objectRef<{ field: string; year: string }>('OlderFigure')
  .implement({ fields: (t) => ({ field: t.exposeString('field'), year: t.exposeString('year') }) });

export const Institution = builder.objectRef<InstitutionShape>('Institution');
Institution.implement({
  description: 'A college of the College Scorecard; unreported figures are null.',
  fields: (t) => ({
    id: t.id({ resolve: ({ unitid }) => toGlobalId('Institution', unitid) }),
    unitid: t.exposeInt('unitid'),
    instnm: t.exposeString('instnm'),
    insturl: t.exposeString('insturl'),
    city: t.exposeString('city'),
    stabbr: t.exposeString('stabbr'),
    zipCode: t.exposeString('zipCode'),
    ugds: t.exposeInt('ugds', { nullable: true }),
    control: t.field({
      type: InstitutionControl,
      nullable: true,
      resolve: ({ control }) => (control === null ? null : (`A_${control}` as 'A_1')),
    }),
    iclevel: t.field({
      type: InstitutionLevel,
      nullable: true,
      resolve: ({ iclevel }) => (iclevel === null ? null : (`A_${iclevel}` as 'A_1')),
    }),
    admRate: t.exposeFloat('admRate', { nullable: true }),
    satvr25: t.exposeInt('satvr25', { nullable: true }),
    satvr75: t.exposeInt('satvr75', { nullable: true }),
    satmt25: t.exposeInt('satmt25', { nullable: true }),
    satmt75: t.exposeInt('satmt75', { nullable: true }),
    actcm25: t.exposeInt('actcm25', { nullable: true }),
    actcm75: t.exposeInt('actcm75', { nullable: true }),
    costt4A: t.exposeInt('costt4A', { nullable: true }),
    tuitionfeeIn: t.exposeInt('tuitionfeeIn', { nullable: true }),
    tuitionfeeOut: t.exposeInt('tuitionfeeOut', { nullable: true }),
    dataYear: t.exposeString('dataYear', { description: 'The academic year of the figures.' }),
    olderFigures: t.field({
      type: [OlderFigure],
      description: 'Figures of an earlier year, missing in the newest file.',
      resolve: ({ olderYears }) => Object.entries(olderYears).map(([field, year]) => ({ field, year })),
    }),
  }),
});

/** A school; a roadmap adds its courses. */
export const School = builder.objectRef<SchoolShape>('School');
School.implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId('School', pk) }),
    name: t.exposeString('name'),
    city: t.exposeString('city'),
    state: t.exposeString('state'),
  }),
});

export const Cipcode4 = builder.objectRef<MajorChoice>('Cipcode4');
Cipcode4.implement({
  description: 'A major: a four-digit title of the Classification of Instructional Programs.',
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId('Cipcode4', pk) }),
    cipcode4: t.exposeString('cipcode4'),
    description: t.exposeString('description'),
  }),
});

const Institutions = connectionTypes('Institution', Institution, { withTotalCount: false });
const Schools = connectionTypes('School', School, { withTotalCount: false });
const Cipcodes = connectionTypes('Cipcode4', Cipcode4, { withTotalCount: false });

const q = { description: 'The search text: best match first. Without it, all entries by name.' };
const name = { description: 'The same as `q`.' };

builder.queryFields((t) => ({
  allInstitutions: t.field({
    type: Institutions.Connection,
    args: {
      q: t.arg.string(q),
      name: t.arg.string(name),
      roadmapId: t.arg.id({ description: 'Excludes the institutions on this roadmap.' }),
      first: t.arg.int(),
      after: t.arg.string(),
    },
    resolve: (_root, args, { actor, services }) =>
      services.roadmap.lookups.institutions(actor, { ...args, q: args.q ?? args.name }),
  }),
  allSchools: t.field({
    type: Schools.Connection,
    args: { q: t.arg.string(q), name: t.arg.string(name), first: t.arg.int(), after: t.arg.string() },
    resolve: (_root, args, { services }) =>
      services.roadmap.lookups.schools({ ...args, q: args.q ?? args.name }),
  }),
  allCipcodes: t.field({
    type: Cipcodes.Connection,
    args: {
      q: t.arg.string(q),
      description: t.arg.string(name),
      first: t.arg.int(),
      after: t.arg.string(),
    },
    resolve: (_root, args, { services }) =>
      services.roadmap.lookups.majors({ ...args, q: args.q ?? args.description }),
  }),
}));
