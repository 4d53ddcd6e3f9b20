import '#src/lib/zod-without-eval.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { format, parseISO } from 'date-fns';
import { useEffect, useId, useState } from 'react';
import { Controller, useForm, type UseFormReturn } from 'react-hook-form';
import { ESSAY_LIMITS } from '#shared/essays/limits.ts';
import { PROMPT_YEAR } from '#shared/essays/prompts.ts';
import type { EssayForm } from '#shared/essays/schema.ts';
import { useFieldChanges, useFormDraft } from '#src/lib/drafts/useFormDraft.ts';
import { showFieldErrors } from '#src/lib/field-errors.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { DatePicker } from '#src/ui/pickers/DatePicker.tsx';
import { DraftBanner } from '#src/ui/feedback/DraftBanner.tsx';
import { EarlierVersionBanner } from '#src/ui/feedback/EarlierVersionBanner.tsx';
import { FormDialog } from '#src/ui/overlays/FormDialog.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { TextArea } from '#src/ui/fields/TextArea.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { detailsDraftSubject } from '../essay-draft.ts';
import {
  changedInputs,
  choiceOf,
  type EssayInputs,
  essayInputs,
  PROMPT_OPTIONS,
  promptOf,
  toForm,
  toInputs,
} from '../essay-inputs.ts';
import { useChangeEssayDetails, useCreateEssay } from '../mutations.ts';
import type { EssayDetail, StudentEssays } from '../queries.ts';

/**
 * Adds an essay, or changes the details of one. The changed fields are stored on this device until they are saved or
 * canceled.
 */
export function EssayFormDialog({
  owner,
  studentPk,
  colleges,
  essay,
  onClose,
  onCreated,
}: {
  /** The viewer, as the owner of drafts. */
  owner: string;
  studentPk: number;
  colleges: StudentEssays['colleges'];
  /** The essay whose details change; without it a new one is added. */
  essay?: EssayDetail;
  onClose: () => void;
  onCreated?: (pk: number) => void;
}) {
  const id = useId();
  const create = useCreateEssay();
  const change = useChangeEssayDetails();
  const [before] = useState(() => toInputs(essay));
  const [{ ready, values, restoredFrom }, draft] = useFormDraft<Partial<EssayInputs>>({
    owner,
    subject: essay === undefined ? `new-essay:${studentPk}` : detailsDraftSubject(essay),
    titleOf: ({ title = '' }) => (essay === undefined ? `Essay: ${title}` : `Details of ${essay.title}`),
    initial: {},
    version: null,
  });
  /** Whether the form has newer values than what was saved. */
  const [savedEarlier, setSavedEarlier] = useState(false);
  const [isSaving, setIsSaving] = useState(false);

  async function save(form: EssayForm) {
    if (essay === undefined) {
      const { made, isNewest } = await draft.createOnce((given, key) =>
        create.mutateAsync({ studentPk, form: toForm({ ...before, ...given }), key }),
      );
      setSavedEarlier(!isNewest);
      await (isNewest ? draft.saved() : draft.keepNewer(null));
      if (!isNewest) return;
      onCreated?.(made.pk);
    } else {
      const sent = draft.read().values;
      const { title: _, ...details } = form;
      await change.mutateAsync({ id: essay.id, ...details });
      const isNewest = draft.has(sent);
      setSavedEarlier(!isNewest);
      if (!isNewest) return;
      await draft.saved();
    }
    onClose();
  }

  const submitLabel = essay === undefined ? 'Add essay' : 'Save';
  return (
    <FormDialog
      onClose={onClose}
      onCancel={() => {
        draft.discard();
        onClose();
      }}
      title={essay === undefined ? 'Add essay' : 'Essay details'}
      form={id}
      submitLabel={submitLabel}
      isBusy={isSaving || !ready}
    >
      {ready ? (
        <div className="grid gap-4 pb-2">
          {restoredFrom !== null && (
            <DraftBanner restoredFrom={restoredFrom} onDiscard={() => draft.discard()} />
          )}
          {savedEarlier && essay === undefined && <EarlierVersionBanner of="this essay" />}
          {savedEarlier && essay !== undefined && (
            <Banner tone="warning">
              The details were saved without your last changes. Press “Save” to save them.
            </Banner>
          )}
          <Fields
            // Starts again when the draft is discarded or restored.
            key={Number(restoredFrom)}
            id={id}
            start={{ ...before, ...values }}
            isNew={essay === undefined}
            colleges={colleges}
            onChange={(after) => draft.change(changedInputs(before, after))}
            onSubmit={(form) => {
              setIsSaving(true);
              return save(form).finally(() => setIsSaving(false));
            }}
          />
        </div>
      ) : (
        <SkeletonText lines={6} />
      )}
    </FormDialog>
  );
}

/** Returns the chosen published prompt. Choosing one fills in its text, its word limit and, if not changed, its title. */
function usePromptChoice(
  { setValue, getValues, formState: { isSubmitted } }: UseFormReturn<EssayInputs, unknown, EssayForm>,
  start: string,
) {
  const [choice, setChoice] = useState(() => choiceOf(start));
  const choose = (value: string) => {
    const before = promptOf(choice);
    setChoice(value);
    const chosen = promptOf(value);
    if (chosen === undefined) return;
    setValue('prompt', chosen.prompt, { shouldValidate: isSubmitted });
    setValue('wordLimit', String(chosen.wordLimit), { shouldValidate: isSubmitted });
    const title = getValues('title').trim();
    if (title === '' || title === before?.title) setValue('title', chosen.title);
  };
  return { choice, choose };
}

/** The fields. They start with the restored draft and write every change to it. */
function Fields({
  id,
  start,
  isNew,
  colleges,
  onChange,
  onSubmit,
}: {
  /** The id of the form. */
  id: string;
  start: EssayInputs;
  isNew: boolean;
  colleges: StudentEssays['colleges'];
  onChange: (inputs: EssayInputs) => void;
  onSubmit: (form: EssayForm) => Promise<void>;
}) {
  const form = useForm<EssayInputs, unknown, EssayForm>({
    resolver: zodResolver(essayInputs),
    defaultValues: start,
  });
  const { register, control, handleSubmit, setError, setFocus, formState } = form;
  const { choice, choose } = usePromptChoice(form, start.prompt);
  useFieldChanges(form, onChange);
  // The fields appear after the dialog, once the draft was looked up.
  useEffect(() => {
    if (isNew) setFocus('title');
  }, [isNew, setFocus]);
  const { errors } = formState;
  /** The problem of an unreadable due date; saving the form must not remove the stored date. */
  const [dateProblem, setDateProblem] = useState<string>();

  const submit = handleSubmit(async (values) => {
    try {
      await onSubmit(values);
    } catch (error) {
      if (!showFieldErrors(error, form)) {
        setError('root', { message: 'Could not save. Check your connection and try again.' });
      }
    }
  });

  return (
    <form
      id={id}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        if (dateProblem === undefined) void submit(event);
        else event.preventDefault();
      }}
    >
      {errors.root?.message !== undefined && <Banner tone="danger">{errors.root.message}</Banner>}
      {isNew && (
        <TextField
          label="Title"
          required
          maxLength={ESSAY_LIMITS.title}
          autoComplete="off"
          error={errors.title?.message}
          {...register('title')}
        />
      )}
      <Select
        label="Published prompt"
        hint={`Prompts of ${PROMPT_YEAR}. Choosing one fills in the text and the word limit.`}
        options={PROMPT_OPTIONS}
        value={choice}
        onChange={(event) => choose(event.target.value)}
      />
      <TextArea
        label="Prompt"
        optional
        rows={3}
        maxRows={8}
        maxLength={ESSAY_LIMITS.prompt}
        error={errors.prompt?.message}
        {...register('prompt')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Word limit"
          optional
          inputMode="numeric"
          autoComplete="off"
          error={errors.wordLimit?.message}
          {...register('wordLimit')}
        />
        <Controller
          control={control}
          name="dueOn"
          render={({ field: { value, onChange } }) => (
            <DatePicker
              label="Due date"
              optional
              error={dateProblem ?? errors.dueOn?.message}
              value={value === '' ? null : parseISO(value)}
              onChange={(date, problem) => {
                setDateProblem(problem);
                if (problem === undefined) onChange(date === null ? '' : format(date, 'yyyy-MM-dd'));
              }}
            />
          )}
        />
      </div>
      {colleges.length > 0 && (
        <Select
          label="College"
          optional
          hint="From the roadmap."
          placeholder="No college"
          options={colleges.map((college) => ({ value: college.id, label: college.name }))}
          error={errors.collegeId?.message}
          {...register('collegeId')}
        />
      )}
    </form>
  );
}
