import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AppError } from '#shared/kernel/errors.ts';
import { useIdempotentMutation } from '#src/lib/queries/useIdempotentMutation.ts';
import {
  BookMeetingsDocument,
  type BookMeetingsInput,
  CancelMeetingDocument,
  type CancelMeetingInput,
  RescheduleMeetingDocument,
  type RescheduleMeetingInput,
  SaveAvailabilityDocument,
  type SaveAvailabilityInput,
} from '#src/transport/generated/booking/graphql.ts';
import { request } from '#src/transport/transport.ts';
import { useReloadAfterConflict } from '#src/transport/useReloadAfterConflict.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { bookingQueries } from './queries.ts';

/** Books a meeting or a series. The form shows the error. */
export function useBookMeetings() {
  const onError = useReloadAfterConflict();
  const send = useIdempotentMutation((input: Omit<BookMeetingsInput, 'idempotencyKey'>, idempotencyKey) =>
    request(BookMeetingsDocument, { input: { ...input, idempotencyKey } }),
  );
  return useMutation({
    mutationFn: async (input: Omit<BookMeetingsInput, 'idempotencyKey'>) =>
      (await send(input)).bookMeetings.meetings,
    onError,
  });
}

/** Moves a meeting. The form shows the error. */
export function useRescheduleMeeting() {
  const onError = useReloadAfterConflict();
  return useMutation({
    mutationFn: (input: RescheduleMeetingInput) => request(RescheduleMeetingDocument, { input }),
    onSuccess: () => showSuccess('Meeting moved. Everyone gets the new time by email.'),
    onError,
  });
}

/** Cancels a meeting. The dialog shows the error. */
export function useCancelMeeting() {
  const onError = useReloadAfterConflict();
  return useMutation({
    mutationFn: (input: CancelMeetingInput) => request(CancelMeetingDocument, { input }),
    onSuccess: () => showSuccess('Meeting canceled. Everyone gets an email.'),
    onError,
  });
}

/** Saves the mentor's hours. */
export function useSaveAvailability() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: SaveAvailabilityInput) =>
      (await request(SaveAvailabilityDocument, { input })).saveAvailability.availability,
    onSuccess: () => showSuccess('Availability saved'),
    onError: (error) => {
      showError(`Could not save your availability: ${error.message}`);
      // Reloads the hours: the form then says that they were changed.
      if (error instanceof AppError && error.code === 'CONFLICT') {
        void client.invalidateQueries({ queryKey: bookingQueries.availability().queryKey });
      }
    },
  });
}

/** Returns the next free times that the server offers when the chosen one was taken. */
export function offeredSlots(error: unknown): string[] {
  if (!(error instanceof AppError) || error.code !== 'CONFLICT') return [];
  const { slots } = (error.current ?? {}) as { slots?: unknown };
  return Array.isArray(slots) ? slots.filter((slot): slot is string => typeof slot === 'string') : [];
}
