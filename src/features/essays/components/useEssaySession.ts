import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { emptyRichText } from '#shared/rich-text/schema.ts';
import type { TextSession } from '#src/lib/drafts/text-session.ts';
import { useTextSession } from '#src/lib/drafts/useTextSession.ts';
import type { EssayErrors } from '../check-essay.ts';
import {
  type EssayValues,
  essayDraftSubject,
  isSameEssay,
  type StoredEssay,
  toStoredEssay,
  trimmedEssay,
} from '../essay-draft.ts';
import { useCreateEssay, useDeleteEssay, useUpdateEssay } from '../mutations.ts';
import { type EssayDetail, essayQueries } from '../queries.ts';

/** The open session of an essay, for the parts around the editor. */
export type EssaySession = TextSession<EssayValues, StoredEssay>;

/** The pause in typing after which the editor saves to the server. */
const AUTOSAVE_MS = 1_500;

/** Returns the errors of an essay. If the rules cannot load offline, the server validates the text later. */
export async function findErrors(values: EssayValues): Promise<EssayErrors> {
  const rules = await import('../check-essay.ts').catch(() => null);
  return rules?.checkEssay(values) ?? {};
}

/** Returns the errors of the text. The check loads its rules first, so a result for earlier text is ignored. */
export function useErrorsOf(values: EssayValues): EssayErrors {
  const [errors, setErrors] = useState<EssayErrors>({});
  useEffect(() => {
    let isLatest = true;
    void findErrors(values).then((found) => isLatest && setErrors(found));
    return () => {
      isLatest = false;
    };
  }, [values]);
  return errors;
}

/** The essay of an editor, and the person who writes it. */
export interface EditedEssay {
  /** The owner of the drafts, unique among all people who use this browser. */
  owner: string;
  pk: number;
  studentPk: number;
  /** The stored essay; null when it was deleted and only its unsaved text is on this device. */
  essay: EssayDetail | null;
}

/**
 * Opens the session of an essay's text: it stores every change on this device, and saves to the server when typing
 * pauses.
 * @param onCreated runs when a deleted essay was saved as a new one
 */
export function useEssaySession(
  { owner, pk, studentPk, essay }: EditedEssay,
  onCreated: (pk: number) => void,
) {
  const client = useQueryClient();
  const createEssay = useCreateEssay();
  const updateEssay = useUpdateEssay();
  const deleteEssay = useDeleteEssay();
  // Memoized, because the session treats a new object as a reloaded essay.
  const stored = useMemo(() => (essay === null ? null : toStoredEssay(essay)), [essay]);
  return useTextSession<EssayValues, StoredEssay>({
    owner,
    subject: essayDraftSubject({ pk }),
    subjectOf: essayDraftSubject,
    stored,
    initial: { title: '', body: essay?.body ?? emptyRichText, studentPk },
    isSame: isSameEssay,
    create: async (values, key) =>
      toStoredEssay(await createEssay.mutateAsync({ studentPk, values: trimmedEssay(values), key })),
    update: async ({ id, version, values: { restoredAt } }, values) => {
      const startsVersion = values.restoredAt !== restoredAt;
      const saved = toStoredEssay(
        await updateEssay.mutateAsync({ id, version, values: trimmedEssay(values), startsVersion }),
      );
      return { ...saved, values: { ...saved.values, restoredAt: values.restoredAt } };
    },
    remove: async ({ id, values }) => void (await deleteEssay.mutateAsync({ id, title: values.title })),
    load: async () =>
      toStoredEssay(await client.fetchQuery({ ...essayQueries.detail(pk), staleTime: 0, retry: false })),
    autosaveMs: AUTOSAVE_MS,
    isValid: async (values) => Object.keys(await findErrors(values)).length === 0,
    onSaved: (saved, created) => {
      if (created) onCreated(saved.pk);
    },
  });
}
