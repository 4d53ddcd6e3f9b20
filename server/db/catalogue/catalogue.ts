import type { Insertable } from 'kysely';
import type { SubjectRequirement } from '#shared/roadmap/academics.ts';
import type { DatePrecision } from '#shared/roadmap/exams.ts';
import type { RoadmapTables } from '../tables/roadmap.ts';
import colleges from './colleges.json' with { type: 'json' };
import exams from './exams.json' with { type: 'json' };
import majors from './majors.json' with { type: 'json' };
import schools from './schools.json' with { type: 'json' };

/** An institution as published; null where a figure was not reported. */
type CatalogueCollege = Omit<
  Insertable<RoadmapTables['institutions']>,
  'dataYear' | 'nameSearch' | 'aliasSearch' | 'olderYears' | 'vanishedAt'
>;

/** An exam category with its scale and its exams. */
interface CatalogueExams {
  category: string;
  min: number;
  max: number;
  step: number;
  datePrecision: DatePrecision;
  exams: readonly string[];
}

/** A course on the University of California's A-G list: UC's id, title, subject, honors. */
type CatalogueCourse = readonly [id: string, name: string, subject: SubjectRequirement, ucHonors: boolean];

interface CatalogueSchool {
  /** The NCES number. */
  ncessch: string;
  name: string;
  city: string;
  state: string;
  courses: readonly CatalogueCourse[];
}

/** The academic year of the figures in {@link COLLEGE_CATALOGUE}. */
export const COLLEGE_DATA_YEAR = '2021-22';

/**
 * Well-known colleges, so that a new installation is useful before the full import: data of the College Scorecard (U.S.
 * Department of Education, public domain), academic year 2021-22.
 */
export const COLLEGE_CATALOGUE = colleges as readonly CatalogueCollege[];

/** The exams to choose from, as published by their agencies. Names are their owners' trademarks. */
export const EXAM_CATALOGUE = exams as readonly CatalogueExams[];

/** Majors to choose from before the full import: CIP 2020 titles (NCES, public domain). */
export const MAJOR_CATALOGUE: readonly { cipcode4: string; description: string }[] = majors;

/**
 * A few schools with approved courses: schools of the Common Core of Data (NCES, by way of the Urban Institute's
 * Education Data Portal), courses of the University of California's A-G Course List.
 */
export const SCHOOL_CATALOGUE = schools as unknown as readonly CatalogueSchool[];
