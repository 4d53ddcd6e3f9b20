import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AppError } from '#shared/kernel/errors.ts';
import {
  CreateSprDocument,
  CreateSprReviewDocument,
  type CreateSprReviewInput,
  RequestReviewDocument,
} from '#src/transport/generated/ratings/graphql.ts';
import { useIdempotentMutation } from '#src/lib/queries/useIdempotentMutation.ts';
import { request } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';

/** Creates the rating of a student (SPR-035). */
export function useCreateSpr() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (studentPk: number) =>
      (await request(CreateSprDocument, { input: { studentPk } })).createSpr.studentProfileRating,
    onError: (error) => {
      showError(`Failed to create Student Profile Rating: ${error.message}`);
      // Someone else may have created it.
      void client.invalidateQueries();
    },
  });
}

/** Requests a review of the signed-in student's rating (SPR-037, SPR-038). */
export function useRequestReview() {
  const send = useIdempotentMutation((_input: null, idempotencyKey) =>
    request(RequestReviewDocument, { input: { idempotencyKey } }),
  );
  return useMutation({
    mutationFn: () => send(null),
    onSuccess: () => showSuccess('Review requested'),
    onError: (error) => showError(`Failed to request an SPR Review: ${error.message}`),
  });
}

/** Submits a review (SPR-039, SPR-040). */
export function useCreateSprReview() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: CreateSprReviewInput) =>
      (await request(CreateSprReviewDocument, { input })).createSprReview.studentProfileRating,
    onSuccess: () => showSuccess('Created Student Profile Rating Review successfully'),
    onError: (error) => {
      showError(`Failed to create Student Profile Rating Review: ${error.message}`);
      // Reloads the newest review, so that the form compares with it.
      if (error instanceof AppError && error.code === 'CONFLICT') void client.invalidateQueries();
    },
  });
}
