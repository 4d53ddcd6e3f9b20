import type { ColumnType, Generated } from 'kysely';
import type { Year } from '#shared/kernel/years.ts';
import type { DatePrecision } from '#shared/roadmap/exams.ts';
import type { SubjectRequirement } from '#shared/roadmap/academics.ts';
import type { ActivityCategory } from '#shared/roadmap/activities.ts';
import type { AdmissionCategory, ApplicationType } from '#shared/roadmap/colleges.ts';

/** Numbers go in, and come out again through the pool's parser. */
type Decimal = ColumnType<number, number, number>;

/** Published facts (migration 050) and roadmaps (migration 051). */
export interface RoadmapTables {
  institutions: {
    unitid: number;
    instnm: string;
    alias: Generated<string>;
    insturl: Generated<string>;
    city: Generated<string>;
    stabbr: Generated<string>;
    zipCode: Generated<string>;
    latitude: number | null;
    longitude: number | null;
    control: number | null;
    iclevel: number | null;
    ugds: number | null;
    admRate: number | null;
    satvr25: number | null;
    satvr75: number | null;
    satmt25: number | null;
    satmt75: number | null;
    actcm25: number | null;
    actcm75: number | null;
    /** `costt4_a` in SQL. */
    costt4A: number | null;
    tuitionfeeIn: number | null;
    tuitionfeeOut: number | null;
    dataYear: string;
    /** Academic years of the figures that are older than `dataYear`. */
    olderYears: ColumnType<Record<string, string>, string | undefined, string>;
    nameSearch: string;
    aliasSearch: string;
    /** The two together, made by the database. */
    search: ColumnType<string, never, never>;
    vanishedAt: Date | null;
  };
  majors: {
    pk: Generated<number>;
    cipcode4: string;
    description: string;
    search: string;
    vanishedAt: Date | null;
  };
  schools: {
    pk: Generated<number>;
    source: 'public' | 'private';
    officialKey: string;
    name: string;
    city: Generated<string>;
    state: Generated<string>;
    search: string;
    vanishedAt: Date | null;
  };
  courses: {
    pk: Generated<number>;
    schoolPk: number;
    officialKey: string;
    name: string;
    subjectRequirement: Generated<SubjectRequirement>;
    ucHonors: Generated<boolean>;
    vanishedAt: Date | null;
  };
  examCategories: {
    pk: Generated<number>;
    name: string;
    minScore: Decimal;
    maxScore: Decimal;
    step: Decimal;
    datePrecision: DatePrecision;
    position: Generated<number>;
  };
  exams: { pk: Generated<number>; categoryPk: number; name: string; vanishedAt: Date | null };
  roadmaps: {
    pk: Generated<number>;
    studentPk: number;
    year: Year;
    graduationYear: number;
    schoolPk: number | null;
    attendingUnitid: number | null;
    version: Generated<number>;
    createdAt: Generated<Date>;
  };
  majorInterests: { pk: Generated<number>; roadmapPk: number; majorPk: number; rank: number };
  classGrades: {
    pk: Generated<number>;
    roadmapPk: number;
    name: string;
    year: Year;
    terms: number;
    targetGrades: (number | null)[];
    actualGrades: (number | null)[];
    ucHonors: Generated<boolean>;
    subjectRequirement: Generated<SubjectRequirement>;
    autocompleted: Generated<boolean>;
    version: Generated<number>;
  };
  satScores: {
    pk: Generated<number>;
    roadmapPk: number;
    takenAt: string;
    erw: number | null;
    math: number | null;
    reading: number | null;
    analysis: number | null;
    writing: number | null;
    version: Generated<number>;
  };
  actScores: {
    pk: Generated<number>;
    roadmapPk: number;
    takenAt: string;
    english: number | null;
    mathematics: number | null;
    reading: number | null;
    science: number | null;
    writing: number | null;
    version: Generated<number>;
  };
  examScores: {
    pk: Generated<number>;
    roadmapPk: number;
    examPk: number;
    takenAt: string;
    score: number | null;
    version: Generated<number>;
  };
  activities: {
    pk: Generated<number>;
    roadmapPk: number;
    name: string;
    body: Generated<string>;
    category: ActivityCategory;
    freshmanYear: Generated<boolean>;
    sophomoreYear: Generated<boolean>;
    juniorYear: Generated<boolean>;
    seniorYear: Generated<boolean>;
    position: Generated<number>;
    version: Generated<number>;
  };
  colleges: {
    pk: Generated<number>;
    roadmapPk: number;
    unitid: number | null;
    name: string;
    body: Generated<string>;
    /** Null until a mentor chooses one. */
    admissionCategory: AdmissionCategory | null;
    applicationType: Generated<ApplicationType>;
    visited: Generated<boolean>;
    waitlisted: Generated<boolean>;
    accepted: Generated<boolean>;
    deferred: Generated<boolean>;
    denied: Generated<boolean>;
    version: Generated<number>;
  };
}
