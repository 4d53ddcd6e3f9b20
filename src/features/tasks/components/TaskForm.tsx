import { type FormEvent, useState } from 'react';
import { AppError, isOffline } from '#shared/kernel/errors.ts';
import { parseRichText } from '#shared/rich-text/parse.ts';
import { isEmptyRichText } from '#shared/rich-text/inspect.ts';
import { emptyRichText, type RichTextDocument } from '#shared/rich-text/schema.ts';
import { TASK_LIMITS } from '#shared/tasks/constants.ts';
import { RECURRENCE_CHOICES, recurrenceLabel } from '#shared/tasks/recurrence-rule.ts';
import { dueAt as dueDate, taskName } from '#shared/tasks/schema.ts';
import type { FormDraft } from '#src/lib/drafts/form-draft.ts';
import { useFormDraft } from '#src/lib/drafts/useFormDraft.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { CancelButton } from '#src/ui/CancelButton.tsx';
import { DateTimePicker } from '#src/ui/DateTimePicker.tsx';
import { DraftBanner } from '#src/ui/DraftBanner.tsx';
import { RichTextEditor } from '#src/ui/RichTextEditor.tsx';
import { Select } from '#src/ui/Select.tsx';
import { SkeletonText } from '#src/ui/Skeleton.tsx';
import { Slider } from '#src/ui/Slider.tsx';
import { showError } from '#src/ui/snackbar.ts';
import { TextField } from '#src/ui/TextField.tsx';

/** The values of the task form. */
export interface TaskValues {
  name: string;
  body: RichTextDocument;
  points: number;
  dueAt: Date | null;
  recurrence: string | null;
}

/** The offered repeats, and the task's own one if quick add or an import gave it another. */
function repeatOptions(current: string | null) {
  const isOffered = RECURRENCE_CHOICES.some((choice) => choice === current);
  const choices = current === null || isOffered ? RECURRENCE_CHOICES : [...RECURRENCE_CHOICES, current];
  return choices.map((value) => ({ value, label: recurrenceLabel(value) }));
}

/** The stored task that the server sends with a conflict. */
interface StoredTask {
  version: number;
  name: string;
  body: string;
  points: number;
  dueAt: string | null;
  recurrence: string | null;
}

/** Returns the errors of the values by field; the server checks with the same rules. */
function problems(values: TaskValues, before: TaskValues | null): Record<string, string> {
  const found: Record<string, string> = {};
  const name = taskName.safeParse(values.name);
  if (!name.success) found['name'] = name.error.issues[0]?.message ?? 'Enter a task name';
  if (isEmptyRichText(values.body)) found['body'] = 'Description is required';
  const isNewDate = values.dueAt?.getTime() !== before?.dueAt?.getTime();
  if (values.dueAt !== null && isNewDate && values.dueAt.getTime() <= Date.now()) {
    found['dueAt'] = 'Due date must be in the future';
  } else if (!dueDate.safeParse(values.dueAt).success) found['dueAt'] = 'Invalid date';
  return found;
}

/** The keys of drafts: a stored task, or a new task of a list. */
export const taskDraft = {
  task: (pk: number) => `task:${pk}`,
  newTask: (listPk: number) => `new-task:${listPk}`,
} as const;

const titleOf = (values: TaskValues) => values.name;
const EMPTY: TaskValues = { name: '', body: emptyRichText, points: 0, dueAt: null, recurrence: null };

/** The form of a new or stored task. Its draft stays on this device until it is saved or cancelled. */
export function TaskForm({
  owner,
  subject,
  initial = null,
  version = null,
  submitLabel,
  failure,
  onSubmit,
  onCancel,
}: {
  /** The pk of the person whose draft this is. */
  owner: string;
  /** The key of this form's draft. */
  subject: string;
  initial?: TaskValues | null;
  /** The version of the edited task. */
  version?: number | null;
  submitLabel: string;
  /** The message when saving fails and no field is the cause. */
  failure: string;
  /**
   * @param version the version that the change is based on; null for a new task
   * @param createOnce creates a task at most once, even if a response is lost
   */
  onSubmit: (
    values: TaskValues,
    version: number | null,
    createOnce: FormDraft<TaskValues>['createOnce'],
  ) => Promise<unknown>;
  onCancel: () => void;
}) {
  const [kept, draft] = useFormDraft({ owner, subject, titleOf, initial: initial ?? EMPTY, version });
  const { values } = kept;
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [theirs, setTheirs] = useState<StoredTask | null>(null);
  const [busy, setBusy] = useState(false);
  const set = (change: Partial<TaskValues>) => {
    draft.change({ ...draft.read().values, ...change });
    setErrors({});
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = problems(values, initial);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await onSubmit(values, kept.version, draft.createOnce);
      await draft.saved();
    } catch (error) {
      const known = error instanceof AppError ? error : null;
      if (known?.code === 'CONFLICT') setTheirs(known.current as StoredTask);
      else if (known?.code === 'INVALID_INPUT' && known.fields) setErrors(known.fields);
      else if (known?.code === 'NOT_FOUND') showError(`${failure}: it was deleted`);
      else if (isOffline(error)) showError(`${failure}. You're offline; your text is saved on this device.`);
      else showError(failure);
    } finally {
      setBusy(false);
    }
  }

  if (!kept.ready) return <SkeletonText lines={6} />;
  return (
    <form className="grid gap-4" onSubmit={(event) => void submit(event)} noValidate>
      {kept.restoredFrom !== null && theirs === null && (
        <DraftBanner restoredFrom={kept.restoredFrom} onDiscard={() => draft.discard()} />
      )}
      {theirs !== null && (
        <Banner
          tone="warning"
          action={
            <div className="flex flex-wrap gap-2">
              <Button
                onClick={() => {
                  draft.change(values, theirs.version);
                  setTheirs(null);
                }}
              >
                Keep mine
              </Button>
              <Button
                onClick={() => {
                  draft.change(
                    {
                      name: theirs.name,
                      body: parseRichText(theirs.body),
                      points: theirs.points,
                      dueAt: theirs.dueAt === null ? null : new Date(theirs.dueAt),
                      recurrence: theirs.recurrence,
                    },
                    theirs.version,
                  );
                  setTheirs(null);
                }}
              >
                Keep their version
              </Button>
            </div>
          }
        >
          Someone else changed this task. It is now called “{theirs.name}”.
        </Banner>
      )}
      <TextField
        label="Name"
        required
        maxLength={TASK_LIMITS.name}
        value={values.name}
        error={errors['name']}
        onChange={(event) => set({ name: event.target.value })}
      />
      <RichTextEditor
        label="Description"
        required
        value={values.body}
        error={errors['body']}
        onChange={(body) => set({ body })}
      />
      <DateTimePicker
        label="Due date"
        optional
        value={values.dueAt}
        onChange={(dueAt) => set({ dueAt, ...(dueAt === null ? { recurrence: null } : {}) })}
        defaultTime="11:59 PM"
        error={errors['dueAt']}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Repeats"
          value={values.recurrence ?? ''}
          disabled={values.dueAt === null}
          hint={values.dueAt === null ? 'Only a task with a due date can repeat.' : undefined}
          placeholder="Never"
          options={repeatOptions(values.recurrence)}
          onChange={(event) => set({ recurrence: event.target.value || null })}
        />
        <Slider
          label="Points"
          min={0}
          max={TASK_LIMITS.points}
          step={TASK_LIMITS.pointsStep}
          value={values.points}
          error={errors['points']}
          onChange={(points) => set({ points })}
        />
      </div>
      <div className="flex justify-end gap-2">
        <CancelButton
          onClick={() => {
            draft.discard();
            onCancel();
          }}
        />
        <Button type="submit" variant="primary" busy={busy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
