import { AppError } from '#shared/kernel/errors.ts';
import { useDeleteDiscarded } from '#src/lib/drafts/useDeleteDiscarded.ts';
import {
  type EssayValues,
  essayDraftSubject,
  type StoredEssay,
  toStoredEssay,
  trimmedEssay,
} from './essay-draft.ts';
import { useCreateEssay, useDeleteEssay } from './mutations.ts';

/** Deletes the essays that the person discarded, if the editor was closed before the server could be reached. */
export function useDeleteDiscardedEssays(owner: string): void {
  const create = useCreateEssay();
  const remove = useDeleteEssay();
  useDeleteDiscarded<EssayValues, StoredEssay>(owner, async (subject) =>
    /^essay:\d+$/.test(subject)
      ? {
          subjectOf: essayDraftSubject,
          create: async (values, key) => {
            const { studentPk } = values;
            if (studentPk === undefined) throw new AppError('NOT_FOUND', 'The student is not known.');
            return toStoredEssay(await create.mutateAsync({ studentPk, values: trimmedEssay(values), key }));
          },
          remove: async ({ id, values: { title } }) => void (await remove.mutateAsync({ id, title })),
        }
      : null,
  );
}
