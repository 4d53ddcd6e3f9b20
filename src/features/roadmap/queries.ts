import { keepPreviousData, queryOptions } from '@tanstack/react-query';
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
  type SatScoreDetailFragment,
  SearchInstitutionsDocument,
  SearchMajorsDocument,
  SearchSchoolsDocument,
} from '#src/transport/generated/roadmap/graphql.ts';
import { request } from '#src/transport/transport.ts';

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
  'id' | 'userPk' | 'userFullName' | 'year' | 'graduationYear' | 'permissions' | 'version' | 'attending'
> {
  school: { id: string; name: string; city: string; state: string; courses: Course[] } | null;
  majors: { id: string; description: string }[];
  classes: ClassGrade[];
  satScores: SatScore[];
  actScores: ActScore[];
  examScores: ExamScore[];
  activities: Activity[];
  colleges: College[];
}

export interface Course {
  id: string;
  name: string;
  subjectRequirement: string;
  ucHonors: boolean;
}

function nodesOf<Node>({ edges }: { edges: readonly { node: Node }[] }): Node[] {
  return edges.map(({ node }) => node);
}

function toRoadmap(answer: RoadmapDetailFragment): Roadmap {
  const { school } = answer;
  return {
    ...answer,
    school: school && { ...school, courses: nodesOf(school.courseSet) },
    majors: nodesOf(answer.majorinterestSet).map(({ cipcode4 }) => cipcode4),
    classes: nodesOf(answer.classgradeSet),
    satScores: nodesOf(answer.satscoreSet),
    actScores: nodesOf(answer.actscoreSet),
    examScores: nodesOf(answer.categoricalexamscoreSet),
    activities: nodesOf(answer.activitySet),
    colleges: nodesOf(answer.collegeSet),
  };
}

/** The keys of everything about roadmaps. */
export const roadmapKeys = {
  all: ['roadmap'] as const,
  of: (userPk: number) => [...roadmapKeys.all, userPk] as const,
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
