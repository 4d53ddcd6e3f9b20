import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { ESSAY_LIMITS } from '#shared/essays/limits.ts';
import { wordsOf } from '#shared/essays/words.ts';
import { emptyRichText } from '#shared/rich-text/schema.ts';
import type { TextSession } from '#src/lib/drafts/text-session.ts';
import { useTextSession } from '#src/lib/drafts/useTextSession.ts';
import { useIsPrinting } from '#src/lib/useIsPrinting.ts';
import { useSaveShortcut } from '#src/lib/useSaveShortcut.ts';
import { ActionBar } from '#src/ui/buttons/ActionBar.tsx';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { DraftBanner } from '#src/ui/feedback/DraftBanner.tsx';
import { FieldError } from '#src/ui/fields/FieldError.tsx';
import { RichTextView } from '#src/ui/rich-text/RichTextView.tsx';
import { RichTextEditor } from '#src/ui/rich-text/RichTextEditor.tsx';
import { SaveState } from '#src/ui/feedback/SaveState.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { conflictActions } from '#src/ui/feedback/conflict-actions.ts';
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
import { WordCount } from './WordCount.tsx';

/** Rarely needed: a separate chunk. */
const TextConflictScreen = lazy(async () => ({
  default: (await import('#src/ui/feedback/TextConflictScreen.tsx')).TextConflictScreen<EssayValues>,
}));

/** The open session of an essay, for the parts around the editor. */
export type EssaySession = TextSession<EssayValues, StoredEssay>;

/** The pause in typing after which the editor saves to the server. */
const AUTOSAVE_MS = 1_500;

/** Returns the errors of an essay. If the rules cannot load offline, the server validates the text later. */
async function findErrors(values: EssayValues): Promise<EssayErrors> {
  const rules = await import('../check-essay.ts').catch(() => null);
  return rules?.checkEssay(values) ?? {};
}

/** Returns the errors of the text. The check loads its rules first, so a result for earlier text is ignored. */
function useErrorsOf(values: EssayValues): EssayErrors {
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

function Loading() {
  return (
    <div role="status" aria-label="Loading the essay" className="grid gap-4">
      <Skeleton className="h-9 w-2/3" />
      <Skeleton className="h-96 w-full" />
    </div>
  );
}

/**
 * Edits the text of an essay. Every change is stored on this device immediately, and saved to the server when typing
 * pauses; conflicts show both versions. Give it a `key` of the essay.
 */
export function EssayEditor({
  owner,
  pk,
  studentPk,
  essay,
  limit,
  aside,
  onSession,
  onCreated,
}: {
  /** The owner of the drafts, unique among all people who use this browser. */
  owner: string;
  pk: number;
  studentPk: number;
  /** The stored essay; null when it was deleted and only its unsaved text is on this device. */
  essay: EssayDetail | null;
  limit: number | null;
  /** Shown between the title and the text. */
  aside?: ReactNode;
  onSession: (session: EssaySession) => void;
  /** Runs when a deleted essay was saved as a new one. */
  onCreated: (pk: number) => void;
}) {
  const client = useQueryClient();
  const createEssay = useCreateEssay();
  const updateEssay = useUpdateEssay();
  const deleteEssay = useDeleteEssay();
  // Memoized, because the session treats a new object as a reloaded essay.
  const stored = useMemo(() => (essay === null ? null : toStoredEssay(essay)), [essay]);
  const [state, session] = useTextSession<EssayValues, StoredEssay>({
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
  // The page reads and replaces the text: to download it, and to restore a version.
  useEffect(() => onSession(session), [onSession, session]);

  const isPrinting = useIsPrinting();
  const { values, ready } = state;
  const errors = useErrorsOf(values);

  const submit = async () => {
    if (Object.keys(await findErrors(session.read().values)).length === 0) await session.save();
  };
  useSaveShortcut(submit);

  if (!ready) return <Loading />;
  if (state.conflict !== null) {
    return (
      <Suspense fallback={<Loading />}>
        <TextConflictScreen
          texts={{ noun: 'essay', titleLabel: 'Title', bodyLabel: 'Text' }}
          conflict={state.conflict}
          mine={values}
          merged={state.merged}
          {...conflictActions(session)}
        />
      </Suspense>
    );
  }

  const change = (part: Partial<EssayValues>) => session.change({ ...session.read().values, ...part });
  return (
    <>
      {isPrinting && (
        <div>
          <p className="mb-4 text-2xl font-semibold">{values.title}</p>
          {aside}
          <RichTextView body={values.body} className="rich-text reading mt-4" />
        </div>
      )}
      <form
        noValidate
        aria-label="Edit essay"
        className="grid grid-cols-[minmax(0,1fr)] gap-4 print:hidden"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {state.restoredFrom !== null && (
          <DraftBanner restoredFrom={state.restoredFrom} onDiscard={() => session.discard()} />
        )}
        {state.behind && (
          <Banner tone="warning">
            Someone else edited this essay. When you save, you will see both versions.
          </Banner>
        )}
        <div className="grid gap-1">
          <input
            name="title"
            aria-label="Title"
            aria-required
            aria-invalid={errors.title === undefined ? undefined : true}
            aria-describedby={errors.title === undefined ? undefined : 'essay-title-error'}
            maxLength={ESSAY_LIMITS.title}
            autoComplete="off"
            value={values.title}
            onChange={(event) => change({ title: event.target.value })}
            className="w-full rounded-control border border-transparent bg-transparent px-1 -mx-1 text-2xl font-semibold hover:border-border aria-invalid:border-danger"
          />
          <FieldError id="essay-title-error" error={errors.title} />
        </div>
        {aside}
        <div className="flex min-h-[55dvh] flex-col">
          <RichTextEditor
            label="Text"
            hideLabel
            fill
            value={values.body}
            error={errors.body}
            onChange={(body) => change({ body })}
          />
        </div>
        <ActionBar className="-mx-1 justify-between gap-3 bg-canvas px-1 py-3 text-sm">
          <WordCount words={wordsOf(values.body)} limit={limit} />
          <SaveState status={state.save} />
        </ActionBar>
      </form>
    </>
  );
}
