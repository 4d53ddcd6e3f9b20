import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DatePrecision } from '#shared/roadmap/exams.ts';
import {
  type ActivityDetailFragment,
  type ActScoreDetailFragment,
  AllExamCategoriesDocument,
  type ClassGradeDetailFragment,
  type CollegeDetailFragment,
  type ExamScoreDetailFragment,
  type InstitutionFactsFragment,
  RoadmapDocument,
  type RoadmapDetailFragment,
  RoadmapGlanceDocument,
  type RoadmapGlanceQuery,
  type SatScoreDetailFragment,
  SchoolCoursesDocument,
  SearchInstitutionsDocument,
  SearchMajorsDocument,
  SearchSchoolsDocument,
} from '#src/transport/generated/roadmap/graphql.ts';
import { request } from '#src/transport/transport.ts';
import { isUpcoming, precisionOf } from './dates.ts';

export type ClassGrade = ClassGradeDetailFragment;
export type SatScore = SatScoreDetailFragment;
export type ActScore = ActScoreDetailFragment;
export type ExamScore = ExamScoreDetailFragment;
export type Activity = ActivityDetailFragment;
export type College = CollegeDetailFragment;
export type Institution = InstitutionFactsFragment;

/** A roadmap with its sets as plain lists. */
export interface Roadmap extends Pick<
  RoadmapDetailFragment,
  | 'id'
  | 'userPk'
  | 'userFullName'
  | 'year'
  | 'graduationYear'
  | 'permissions'
  | 'version'
  | 'attending'
  | 'school'
> {
  majors: { id: string; description: string }[];
  classes: ClassGrade[];
  satScores: SatScore[];
  actScores: ActScore[];
  examScores: ExamScore[];
  activities: Activity[];
  colleges: College[];
}

/** The key figures of a roadmap. */
export interface RoadmapGlance {
  graduationYear: number;
  schoolName: string | null;
  classes: Pick<ClassGrade, 'year' | 'terms' | 'ucHonors' | 'targetGrades' | 'actualGrades'>[];
  colleges: Pick<College, 'accepted'>[];
  /** The next exam. */
  nextExam: GlanceExam | null;
}

interface GlanceExam {
  name: string;
  takenAt: string;
  precision: DatePrecision;
}

function nodesOf<Node>({ edges }: { edges: readonly { node: Node }[] }): Node[] {
  return edges.map(({ node }) => node);
}

function toRoadmap(response: RoadmapDetailFragment): Roadmap {
  return {
    ...response,
    majors: nodesOf(response.majorinterestSet).map(({ cipcode4 }) => cipcode4),
    classes: nodesOf(response.classgradeSet),
    satScores: nodesOf(response.satscoreSet),
    actScores: nodesOf(response.actscoreSet),
    examScores: nodesOf(response.categoricalexamscoreSet),
    activities: nodesOf(response.activitySet),
    colleges: nodesOf(response.collegeSet),
  };
}

function toGlance(response: NonNullable<RoadmapGlanceQuery['roadmap']>): RoadmapGlance {
  const { graduationYear, school, satscoreSet, actscoreSet, categoricalexamscoreSet } = response;
  const exams = [
    ...nodesOf(satscoreSet).map((score) => ({ ...score, name: 'SAT', precision: 'fullDate' as const })),
    ...nodesOf(actscoreSet).map((score) => ({ ...score, name: 'ACT', precision: 'fullDate' as const })),
    ...nodesOf(categoricalexamscoreSet).map(({ exam, ...score }) => ({
      ...score,
      name: exam.name,
      precision: precisionOf(exam.examCategory.datePrecision),
    })),
  ];
  return {
    graduationYear,
    schoolName: school?.name ?? null,
    classes: nodesOf(response.classgradeSet),
    colleges: nodesOf(response.collegeSet),
    nextExam: exams.filter(isUpcoming).toSorted((a, b) => a.takenAt.localeCompare(b.takenAt))[0] ?? null,
  };
}

/** The query keys of roadmaps. */
export const roadmapKeys = {
  all: ['roadmap'] as const,
  of: (userPk: number) => [...roadmapKeys.all, userPk] as const,
  courses: (userPk: number, schoolId: string) => [...roadmapKeys.of(userPk), 'courses', schoolId] as const,
  glance: (userPk: number) => [...roadmapKeys.all, 'glance', userPk] as const,
  exams: () => [...roadmapKeys.all, 'exams'] as const,
  search: (what: string, ...of: readonly unknown[]) => [...roadmapKeys.all, 'search', what, ...of] as const,
};

export const roadmapQueries = {
  /** The whole roadmap of a student; null when there is none yet (ROAD-040). */
  of: (userPk: number) =>
    queryOptions({
      queryKey: roadmapKeys.of(userPk),
      queryFn: async ({ signal }) => {
        const { roadmap } = await request(RoadmapDocument, { userPk }, signal);
        return roadmap && toRoadmap(roadmap);
      },
    }),

  /** The courses of the roadmap's school: a few hundred, loaded only to add a class (ACAD-013). */
  courses: (userPk: number, schoolId: string) =>
    queryOptions({
      queryKey: roadmapKeys.courses(userPk, schoolId),
      queryFn: async ({ signal }) => {
        const { roadmap } = await request(SchoolCoursesDocument, { userPk }, signal);
        return roadmap?.school ? nodesOf(roadmap.school.courseSet) : [];
      },
    }),

  /** The key figures of a student's roadmap; null when there is none yet. */
  glance: (userPk: number) =>
    queryOptions({
      queryKey: roadmapKeys.glance(userPk),
      queryFn: async ({ signal }) => {
        const { roadmap } = await request(RoadmapGlanceDocument, { userPk }, signal);
        return roadmap && toGlance(roadmap);
      },
    }),

  /** All exam categories with their exams (EXAM-023). */
  exams: () =>
    queryOptions({
      queryKey: roadmapKeys.exams(),
      queryFn: async ({ signal }) =>
        (await request(AllExamCategoriesDocument, {}, signal)).allExamCategories.map(
          ({ id, category, examSet }) => ({ id, ...category, exams: nodesOf(examSet) }),
        ),
    }),

  /** Institutions that are not on the roadmap (COLL-029). */
  institutions: (q: string, roadmapId: string | null) =>
    queryOptions({
      queryKey: roadmapKeys.search('institutions', q, roadmapId),
      queryFn: async ({ signal }) =>
        nodesOf((await request(SearchInstitutionsDocument, { q, roadmapId }, signal)).allInstitutions),
      enabled: q !== '',
      placeholderData: keepPreviousData,
    }),

  schools: (q: string) =>
    queryOptions({
      queryKey: roadmapKeys.search('schools', q),
      queryFn: async ({ signal }) =>
        nodesOf((await request(SearchSchoolsDocument, { q }, signal)).allSchools),
      enabled: q !== '',
      placeholderData: keepPreviousData,
    }),

  majors: (q: string) =>
    queryOptions({
      queryKey: roadmapKeys.search('majors', q),
      queryFn: async ({ signal }) =>
        nodesOf((await request(SearchMajorsDocument, { q }, signal)).allCipcodes),
      enabled: q !== '',
      placeholderData: keepPreviousData,
    }),
};
