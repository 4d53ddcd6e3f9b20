import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { Controller, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { AppError, isOffline } from '#shared/kernel/errors.ts';
import { TASK_LIMITS } from '#shared/tasks/constants.ts';
import { RECURRENCE_CHOICES, recurrenceLabel } from '#shared/tasks/recurrence-rule.ts';
import { draftStorage } from '#src/lib/drafts/draft-storage.ts';
import type { FormDraft, FormDraftState } from '#src/lib/drafts/form-draft.ts';
import { useFormDraft } from '#src/lib/drafts/useFormDraft.ts';
import { showFieldErrors } from '#src/lib/field-errors.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelDraftButton } from '#src/ui/overlays/CancelDraftButton.tsx';
import { DateTimePicker } from '#src/ui/pickers/DateTimePicker.tsx';
import { DraftBanner } from '#src/ui/feedback/DraftBanner.tsx';
import { RichTextEditor } from '#src/ui/rich-text/RichTextEditor.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { Slider } from '#src/ui/fields/Slider.tsx';
import { showError } from '#src/ui/feedback/snackbar.ts';
import { TextField } from '#src/ui/fields/TextField.tsx';
import {
  EMPTY_TASK,
  type StoredTask,
  taskInput,
  taskTitleOf,
  type TaskValues,
  taskValuesOf,
} from '../../task-values.ts';

/** Returns the repeat options, with the task's current one if quick add or an import set a different one. */
function repeatOptions(current: string | null) {
  const isOffered = RECURRENCE_CHOICES.some((choice) => choice === current);
  const choices = current === null || isOffered ? RECURRENCE_CHOICES : [...RECURRENCE_CHOICES, current];
  return choices.map((value) => ({ value, label: recurrenceLabel(value) }));
}

interface TaskFormProps {
  initial?: TaskValues | null;
  submitLabel: string;
  /** The message when saving fails and no field is the cause. */
  failure: string;
  /**
   * @param version the version that the change is based on; null until a new task is created
   * @param draft creates a task at most once, even if a response is lost
   * @returns the saved task
   */
  onSubmit: (
    values: TaskValues,
    version: number | null,
    draft: FormDraft<TaskValues>,
  ) => Promise<{ version: number }>;
  /** Runs when everything that the person typed is saved. */
  onDone: () => void;
  onCancel: () => void;
}

/** The form of a new or stored task. Its draft is stored on this device until it is saved or canceled. */
export function TaskForm({
  owner,
  subject,
  version = null,
  ...form
}: TaskFormProps & {
  /** The pk of the person whose draft this is. */
  owner: string;
  /** The key of this form's draft. */
  subject: string;
  /** The version of the edited task. */
  version?: number | null;
}) {
  const [draftState, draft] = useFormDraft({
    owner,
    subject,
    titleOf: taskTitleOf,
    initial: form.initial ?? EMPTY_TASK,
    version,
  });
  if (!draftState.ready) return <SkeletonText lines={6} />;
  return <FormWithDraft {...form} draftState={draftState} draft={draft} />;
}

/** Returns the message for a failed save that no field caused. */
function failureText(error: unknown, failure: string): string {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return `${failure}: it was deleted`;
  if (!isOffline(error)) return failure;
  const isStored = !draftStorage.read().hasFailed;
  return `${failure}. You're offline; ${isStored ? 'your text is saved on this device' : 'keep this page open'}.`;
}

/** The form with its restored draft. It writes every change to the draft. */
function FormWithDraft({
  initial = null,
  submitLabel,
  failure,
  onSubmit,
  onDone,
  onCancel,
  draftState,
  draft,
}: TaskFormProps & { draftState: FormDraftState<TaskValues>; draft: FormDraft<TaskValues> }) {
  const form = useForm<TaskValues>({
    resolver: zodResolver(taskInput(initial?.dueAt ?? null)),
    defaultValues: draftState.values,
  });
  const { handleSubmit, getValues, reset, formState } = form;
  const [theirs, setTheirs] = useState<StoredTask | null>(null);
  /** Whether the person typed while an earlier version was being saved. */
  const [savedEarlier, setSavedEarlier] = useState(false);
  /** The problem of an unreadable due date; saving the form must not remove the stored date. */
  const [dateProblem, setDateProblem] = useState<string>();
  /** After Cancel, the page shows something else when the save succeeds. */
  const isCanceled = useRef(false);

  const written = useRef(draftState.values);
  const keep = (basedOn?: number) => {
    written.current = getValues();
    draft.change(written.current, basedOn);
  };
  // The draft also changes without these fields, when it is discarded, restored or replaced.
  useEffect(() => {
    if (draftState.values === written.current) return;
    written.current = draftState.values;
    reset(draftState.values);
  }, [draftState.values, reset]);

  function showFailure(error: unknown) {
    if (error instanceof AppError && error.code === 'CONFLICT') setTheirs(error.current as StoredTask);
    else if (!showFieldErrors(error, form)) showError(failureText(error, failure));
  }

  const submit = handleSubmit(async (values) => {
    // Copied, because the form can change its values in place.
    const sent = structuredClone(draft.read().values);
    try {
      const saved = await onSubmit(values, draftState.version, draft);
      await draft.accept(sent, saved.version);
      if (!draft.has(sent)) setSavedEarlier(true);
      else if (!isCanceled.current) onDone();
    } catch (error) {
      showFailure(error);
    }
  });

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        if (dateProblem === undefined) void submit(event);
        else event.preventDefault();
      }}
      noValidate
    >
      {draftState.restoredFrom !== null && theirs === null && (
        <DraftBanner restoredFrom={draftState.restoredFrom} onDiscard={() => draft.discard()} />
      )}
      {savedEarlier && theirs === null && (
        <Banner tone="warning">
          The task was saved without your last changes. Press “{submitLabel}” to save them.
        </Banner>
      )}
      {theirs !== null && (
        <ConflictBanner
          theirs={theirs}
          name={getValues('name')}
          onKeepMine={() => {
            keep(theirs.version);
            setTheirs(null);
          }}
          onKeepTheirs={() => {
            draft.change(taskValuesOf(theirs), theirs.version);
            setTheirs(null);
          }}
        />
      )}
      <Fields form={form} dateProblem={dateProblem} onDateProblem={setDateProblem} onChange={keep} />
      <div className="flex justify-end gap-2">
        <CancelDraftButton
          draft={draft}
          discards={draftState.version === null ? 'task' : 'changes'}
          onCancel={() => {
            isCanceled.current = true;
            onCancel();
          }}
        />
        <Button type="submit" variant="primary" busy={formState.isSubmitting}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

/** The fields of a task. */
function Fields({
  form: { register, control, setValue, formState },
  dateProblem,
  onDateProblem,
  onChange,
}: {
  form: UseFormReturn<TaskValues>;
  /** The problem of an unreadable due date. */
  dateProblem: string | undefined;
  onDateProblem: (problem: string | undefined) => void;
  /** Runs after each change. */
  onChange: () => void;
}) {
  const { errors } = formState;
  const [due, recurrence] = useWatch({ control, name: ['dueAt', 'recurrence'] });
  return (
    <>
      <TextField
        label="Name"
        required
        maxLength={TASK_LIMITS.name}
        error={errors.name?.message}
        {...register('name', { onChange: () => onChange() })}
      />
      <Controller
        control={control}
        name="body"
        render={({ field, fieldState }) => (
          <RichTextEditor
            label="Description"
            required
            value={field.value}
            error={fieldState.error?.message}
            onChange={(body) => {
              field.onChange(body);
              onChange();
            }}
          />
        )}
      />
      <Controller
        control={control}
        name="dueAt"
        render={({ field, fieldState }) => (
          <DateTimePicker
            label="Due date"
            optional
            value={field.value}
            error={dateProblem ?? fieldState.error?.message}
            onChange={(date, problem) => {
              onDateProblem(problem);
              if (problem !== undefined) return;
              field.onChange(date);
              if (date === null) setValue('recurrence', null);
              onChange();
            }}
            defaultTime="11:59 PM"
          />
        )}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Repeats"
          value={recurrence ?? ''}
          disabled={due === null}
          hint={due === null ? 'Only a task with a due date can repeat.' : undefined}
          error={errors.recurrence?.message}
          placeholder="Never"
          options={repeatOptions(recurrence)}
          onChange={(event) => {
            setValue('recurrence', event.target.value || null);
            onChange();
          }}
        />
        <Controller
          control={control}
          name="points"
          render={({ field, fieldState }) => (
            <Slider
              label="Points"
              min={0}
              max={TASK_LIMITS.points}
              step={TASK_LIMITS.pointsStep}
              value={field.value}
              error={fieldState.error?.message}
              onChange={(value) => {
                field.onChange(value);
                onChange();
              }}
            />
          )}
        />
      </div>
    </>
  );
}

/** Says that someone else changed the task, and lets the person choose a version. */
function ConflictBanner({
  theirs,
  name,
  onKeepMine,
  onKeepTheirs,
}: {
  theirs: StoredTask;
  /** The name in the form. */
  name: string;
  onKeepMine: () => void;
  onKeepTheirs: () => void;
}) {
  return (
    <Banner
      tone="warning"
      action={
        <div className="flex flex-wrap gap-2">
          <Button onClick={onKeepMine}>Keep mine</Button>
          <Button onClick={onKeepTheirs}>Keep their version</Button>
        </div>
      }
    >
      Someone else changed this task.
      {theirs.name !== name && ` It is now called “${theirs.name}”.`}
    </Banner>
  );
}
