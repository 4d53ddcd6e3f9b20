import { zodResolver } from '@hookform/resolvers/zod';
import { format, parseISO } from 'date-fns';
import { useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import type { DatePrecision } from '#shared/roadmap/exams.ts';
import type { FormDraft, FormDraftState } from '#src/lib/drafts/form-draft.ts';
import { useFieldChanges } from '#src/lib/drafts/useFormDraft.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { DraftBanner } from '#src/ui/feedback/DraftBanner.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { DatePicker } from '#src/ui/pickers/DatePicker.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';

/** A number field of the form. */
export interface ScoreField {
  name: string;
  label: string;
  min: number;
  max: number;
  step?: number;
}

/** The sections of a test with their limits. */
export type TestSections = Readonly<Record<string, { label: string; min: number; max: number }>>;

/** Returns the number fields for the sections of a test. */
export function sectionFields(sections: TestSections): ScoreField[] {
  return Object.entries(sections).map(([name, section]) => ({ name, ...section }));
}

/** Turns the text of the date field into a calendar date. Exams dated by year are stored as May. */
function toDate(text: string, precision: DatePrecision): string {
  if (precision === 'year') return /^\d{4}$/.test(text) ? `${text}-05-01` : text;
  return precision === 'monthYear' && /^\d{4}-\d\d$/.test(text) ? `${text}-01` : text;
}

const DATE_LENGTH = { fullDate: 10, monthYear: 7, year: 4 } as const;
const DATE_INPUT = { monthYear: 'month', year: 'number' } as const;
const DATE_LABEL = { fullDate: 'Exam date', monthYear: 'Exam date', year: 'Exam year' } as const;

/** Returns whether the browser has a month field; some show a plain text field. */
function hasMonthField(): boolean {
  const input = document.createElement('input');
  input.type = 'month';
  return input.type === 'month';
}

/** The typed texts of a score form by field, as its draft stores them. */
export type ScoreTexts = Record<string, string>;

/** Returns the initial texts of the fields. */
export function toScoreTexts(
  fields: readonly ScoreField[],
  start?: { takenAt: string },
  precision: DatePrecision = 'fullDate',
): ScoreTexts {
  const scores = start as Readonly<Record<string, string | number | null>> | undefined;
  return {
    takenAt: start?.takenAt.slice(0, DATE_LENGTH[precision]) ?? '',
    ...Object.fromEntries(fields.map(({ name }) => [name, String(scores?.[name] ?? '')])),
  };
}

/** The fields and actions of a score form. */
export interface ScoreFormProps<Values extends object> {
  label: string;
  schema: z.ZodType<Values>;
  fields: readonly ScoreField[];
  precision?: DatePrecision;
  draftState: FormDraftState<ScoreTexts>;
  draft: FormDraft<ScoreTexts>;
  onSubmit: (values: Values) => Promise<unknown>;
  /** Runs after Cancel discarded the draft. */
  onCancel: () => void;
}

/**
 * A form for a date and scores, validated by the same rules as on the server. Empty scores are sent as null (EXAM-026).
 * Its draft is stored on this device until the score is saved or canceled.
 */
export function ScoreForm<Values extends object>(
  props: ScoreFormProps<Values> & { submitLabel: 'Add score' | 'Save score' },
) {
  const { draft, draftState } = props;
  const { ready, restoredFrom } = draftState;
  if (!ready) return <SkeletonText lines={4} />;
  return (
    <div className="grid gap-4 pb-4">
      {restoredFrom !== null && <DraftBanner restoredFrom={restoredFrom} onDiscard={() => draft.discard()} />}
      {/* Starts again when the draft is discarded or restored. */}
      <Fields key={Number(restoredFrom)} {...props} />
    </div>
  );
}

/** The fields. They start with the restored draft and write every change to it. */
function Fields<Values extends object>({
  label,
  schema,
  fields,
  precision = 'fullDate',
  draft,
  submitLabel,
  onSubmit,
  onCancel,
}: ScoreFormProps<Values> & { submitLabel: string }) {
  const input = z
    .record(z.string(), z.string())
    .transform((texts): unknown => ({
      takenAt: toDate(texts['takenAt'] ?? '', precision),
      ...Object.fromEntries(
        fields.map(({ name }) => [name, texts[name]?.trim() ? Number(texts[name]) : null]),
      ),
    }))
    .pipe(schema);
  const form = useForm<ScoreTexts, unknown, Values>({
    resolver: zodResolver(input),
    defaultValues: draft.read().values,
  });
  const { register, control, handleSubmit, setFocus, formState } = form;
  useFieldChanges(form, (texts) => draft.change(texts));
  // The fields appear after the dialog, once the draft was looked up.
  useEffect(() => setFocus('takenAt'), [setFocus]);
  const { errors, isSubmitting } = formState;
  /** The problem of an unreadable date, which must not replace the date in the draft. */
  const [dateProblem, setDateProblem] = useState<string>();
  // A snackbar reports the failure; the form stays filled.
  const submit = handleSubmit((values) => onSubmit(values).catch(() => undefined));
  return (
    <form
      noValidate
      aria-label={label}
      className="grid gap-4"
      onSubmit={(event) => {
        if (dateProblem === undefined) void submit(event);
        else event.preventDefault();
      }}
    >
      {precision === 'fullDate' ? (
        <Controller
          control={control}
          name="takenAt"
          render={({ field: { value, onChange, ref } }) => (
            <DatePicker
              label={DATE_LABEL[precision]}
              required
              setsWhileTyping
              ref={ref}
              error={errors['takenAt']?.message}
              value={value ? parseISO(value) : null}
              onChange={(date, problem) => {
                setDateProblem(problem);
                if (problem === undefined) onChange(date === null ? '' : format(date, 'yyyy-MM-dd'));
              }}
            />
          )}
        />
      ) : (
        <TextField
          label={DATE_LABEL[precision]}
          required
          type={DATE_INPUT[precision]}
          hint={precision === 'monthYear' && !hasMonthField() ? 'Year and month, such as 2026-05' : undefined}
          error={errors['takenAt']?.message}
          {...register('takenAt')}
        />
      )}
      <div className="grid grid-cols-2 gap-4">
        {fields.map(({ name, label: fieldLabel, min, max, step = 1 }) => (
          <TextField
            key={name}
            label={fieldLabel}
            hint={`${min} to ${max}`}
            type="number"
            inputMode="decimal"
            min={min}
            max={max}
            step={step}
            error={errors[name]?.message}
            {...register(name)}
          />
        ))}
      </div>
      <div className="flex justify-end gap-2">
        <CancelButton
          onClick={() => {
            draft.discard();
            onCancel();
          }}
        />
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
