import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { majors, openSignUp, resumedSignUp, schools } from '#shared/sign-up/responses.ts';
import { requestRest } from '#src/transport/transport.ts';

export const signUpQueries = {
  /** The fields that the form of a sign-up has to ask for. */
  open: (session: string) =>
    queryOptions({
      queryKey: ['sign-up', session],
      queryFn: ({ signal }) =>
        requestRest(openSignUp, { endpoint: 'openSignUp', search: { session_id: session } }, signal),
      enabled: session !== '',
      retry: false,
      refetchOnWindowFocus: false,
    }),

  /** The address of the form, for a signed-in student who has not finished it. */
  resumed: () =>
    queryOptions({
      queryKey: ['sign-up', 'resumed'],
      queryFn: () => requestRest(resumedSignUp, { endpoint: 'resumeSignUp' }),
      gcTime: 0,
      staleTime: 0,
      refetchOnWindowFocus: false,
    }),

  schools: (query: string) =>
    queryOptions({
      queryKey: ['sign-up', 'schools', query],
      queryFn: ({ signal }) => requestRest(schools, { endpoint: 'getSchool', search: { query } }, signal),
      enabled: query !== '',
      placeholderData: keepPreviousData,
    }),

  majors: (query: string) =>
    queryOptions({
      queryKey: ['sign-up', 'majors', query],
      queryFn: ({ signal }) => requestRest(majors, { endpoint: 'getCipcode', search: { query } }, signal),
      enabled: query !== '',
      placeholderData: keepPreviousData,
    }),
};
