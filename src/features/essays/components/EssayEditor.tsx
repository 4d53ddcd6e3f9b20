import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { ESSAY_LIMITS } from '#shared/essays/limits.ts';
import { wordsOf } from '#shared/essays/words.ts';
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
import type { EssayValues } from '../essay-draft.ts';
import {
  type EditedEssay,
  type EssaySession,
  findErrors,
  useErrorsOf,
  useEssaySession,
} from './useEssaySession.ts';
import { WordCount } from './WordCount.tsx';

/** Rarely needed: a separate chunk. */
const TextConflictScreen = lazy(async () => ({
  default: (await import('#src/ui/feedback/TextConflictScreen.tsx')).TextConflictScreen<EssayValues>,
}));

function Loading() {
  return (
    <div role="status" aria-label="Loading the essay" className="grid gap-4">
      <Skeleton className="h-9 w-2/3" />
      <Skeleton className="h-96 w-full" />
    </div>
  );
}

function TitleField({
  title,
  error,
  onChange,
}: {
  title: string;
  error: string | undefined;
  onChange: (title: string) => void;
}) {
  return (
    <div className="grid gap-1">
      <input
        name="title"
        aria-label="Title"
        aria-required
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : 'essay-title-error'}
        maxLength={ESSAY_LIMITS.title}
        autoComplete="off"
        value={title}
        onChange={(event) => onChange(event.target.value)}
        className="w-full rounded-control border border-transparent bg-transparent px-1 -mx-1 text-2xl font-semibold hover:border-border aria-invalid:border-danger"
      />
      <FieldError id="essay-title-error" error={error} />
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
}: EditedEssay & {
  limit: number | null;
  /** Shown between the title and the text. */
  aside?: ReactNode;
  onSession: (session: EssaySession) => void;
  /** Runs when a deleted essay was saved as a new one. */
  onCreated: (pk: number) => void;
}) {
  const [state, session] = useEssaySession({ owner, pk, studentPk, essay }, onCreated);
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
        <TitleField title={values.title} error={errors.title} onChange={(title) => change({ title })} />
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
