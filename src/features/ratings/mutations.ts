import { useMutation } from '@tanstack/react-query';
import { CreateSprDocument } from '#src/transport/generated/ratings/graphql.ts';
import { request } from '#src/transport/transport.ts';
import { showError } from '#src/ui/snackbar.ts';

/** Creates the rating of a student (SPR-035). */
export function useCreateSpr() {
  return useMutation({
    mutationFn: async (studentPk: number) =>
      (await request(CreateSprDocument, { input: { studentPk } })).createSpr.studentProfileRating,
    onError: (error) => showError(`Failed to create Student Profile Rating: ${error.message}`),
  });
}
