import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type AvailabilityFieldsFragment,
  BookingPairsDocument,
  type BookingPairsQuery,
  FreeSlotsDocument,
  MeetingsRemainingDocument,
  type FreeSlotsQueryVariables,
  OwnAvailabilityDocument,
  SeriesSlotsDocument,
  type SeriesSlotsQuery,
  type SeriesSlotsQueryVariables,
} from '#src/transport/generated/booking/graphql.ts';
import { request } from '#src/transport/transport.ts';

/** A mentor and a student whose meetings the viewer books. */
export type BookingPair = BookingPairsQuery['bookingPairs'][number];

/** The mentor's settings. */
export type OwnAvailability = AvailabilityFieldsFragment;

/** A meeting of a planned series. */
export type SeriesMeeting = SeriesSlotsQuery['seriesSlots'][number];

export const bookingQueries = {
  /** The pairs of mentor and student whose meetings the viewer books. */
  pairs: () =>
    queryOptions({
      queryKey: ['booking', 'pairs'],
      queryFn: async ({ signal }) => (await request(BookingPairsDocument, {}, signal)).bookingPairs,
    }),
  /** How many more meetings a student can book; negative means unlimited. @param student a global id */
  remaining: (student: string) =>
    queryOptions({
      queryKey: ['booking', 'remaining', student],
      queryFn: async ({ signal }) =>
        (await request(MeetingsRemainingDocument, { student }, signal)).meetingsRemaining,
    }),
  /** The free times at which a meeting can start. A meeting can be changed until `cutOffMs` before its start. */
  slots: (variables: FreeSlotsQueryVariables) =>
    queryOptions({
      queryKey: ['booking', 'slots', variables],
      queryFn: async ({ signal }) => {
        const { changeableFrom, ...free } = (await request(FreeSlotsDocument, variables, signal)).freeSlots;
        // Relative, because the start of changeable meetings moves with the clock.
        return { ...free, cutOffMs: new Date(changeableFrom).getTime() - Date.now() };
      },
      placeholderData: keepPreviousData,
    }),
  /** The meetings of a planned series. */
  series: (variables: SeriesSlotsQueryVariables) =>
    queryOptions({
      queryKey: ['booking', 'series', variables],
      queryFn: async ({ signal }) => (await request(SeriesSlotsDocument, variables, signal)).seriesSlots,
    }),
  /** The settings of the signed-in mentor. */
  availability: () =>
    queryOptions({
      queryKey: ['booking', 'availability'],
      queryFn: async ({ signal }) => (await request(OwnAvailabilityDocument, {}, signal)).availability,
    }),
};
