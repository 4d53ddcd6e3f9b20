import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AppError } from '#shared/kernel/errors.ts';
import {
  CreateSprDocument,
  CreateSprReviewDocument,
  type CreateSprReviewInput,
} from '#src/transport/generated/ratings/graphql.ts';
import { request } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/snackbar.ts';

/** Creates the rating of a student (SPR-035). */
export function useCreateSpr() {
  return useMutation({
    mutationFn: async (studentPk: number) =>
      (await request(CreateSprDocument, { input: { studentPk } })).createSpr.studentProfileRating,
    onError: (error) => showError(`Failed to create Student Profile Rating: ${error.message}`),
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
      // The form then compares with the newest review.
      if (error instanceof AppError && error.code === 'CONFLICT') void client.invalidateQueries();
    },
  });
}
