import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  StudentDocument,
  type StudentSummaryFragment,
  AllStudentsDocument,
  type AllStudentsQueryVariables,
  type StudentTableRowFragment,
} from '#src/transport/generated/students/graphql.ts';
import { request } from '#src/transport/transport.ts';

/** A student in the list (STUD-020). */
export type StudentSummary = StudentSummaryFragment;

/** A row of the table: with the last interaction, the next meeting, GPA and the reasons for attention. */
export type StudentTableRow = StudentTableRowFragment;

/** The query keys of students. */
export const studentKeys = {
  all: ['students'] as const,
  list: (variables: AllStudentsQueryVariables) => [...studentKeys.all, 'list', variables] as const,
  detail: (pk: number) => [...studentKeys.all, 'detail', pk] as const,
};

export const studentQueries = {
  /** A page of the viewer's students; the previous page stays visible while the next one loads (STUD-021). */
  list: (variables: AllStudentsQueryVariables) =>
    queryOptions({
      queryKey: studentKeys.list(variables),
      queryFn: async ({ signal }) => (await request(AllStudentsDocument, variables, signal)).allStudents,
      placeholderData: keepPreviousData,
    }),

  /** One student. */
  detail: (pk: number) =>
    queryOptions({
      queryKey: studentKeys.detail(pk),
      queryFn: async ({ signal }) => (await request(StudentDocument, { pk }, signal)).student,
    }),
};
