import { zodResolver } from '@hookform/resolvers/zod';
import { format, parseISO } from 'date-fns';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import type { DatePrecision } from '#shared/roadmap/exams.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
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

type Texts = Record<string, string>;

/** Returns the initial texts of the fields. */
function toTexts(
  start: { takenAt: string } | undefined,
  fields: readonly ScoreField[],
  precision: DatePrecision,
): Texts {
  const scores = start as Readonly<Record<string, string | number | null>> | undefined;
  return {
    takenAt: start?.takenAt.slice(0, DATE_LENGTH[precision]) ?? '',
    ...Object.fromEntries(fields.map(({ name }) => [name, String(scores?.[name] ?? '')])),
  };
}

/**
 * A form for a date and scores, validated by the same rules as on the server. Empty scores are sent as null (EXAM-026).
 */
export function ScoreForm<Values extends object>({
  label,
  schema,
  fields,
  precision = 'fullDate',
  start,
  onSubmit,
  onCancel,
}: {
  label: string;
  schema: z.ZodType<Values>;
  fields: readonly ScoreField[];
  precision?: DatePrecision;
  /** The score to edit; missing for a new one. */
  start?: { takenAt: string };
  onSubmit: (values: Values) => Promise<unknown>;
  onCancel: () => void;
}) {
  const input = z
    .record(z.string(), z.string())
    .transform((texts): unknown => ({
      takenAt: toDate(texts['takenAt'] ?? '', precision),
      ...Object.fromEntries(
        fields.map(({ name }) => [name, texts[name]?.trim() ? Number(texts[name]) : null]),
      ),
    }))
    .pipe(schema);
  const { register, control, handleSubmit, formState } = useForm<Texts, unknown, Values>({
    resolver: zodResolver(input),
    defaultValues: toTexts(start, fields, precision),
  });
  const { errors, isSubmitting } = formState;
  // A snackbar reports the failure; the form stays filled.
  const submit = handleSubmit((values) => onSubmit(values).catch(() => undefined));
  return (
    <form noValidate aria-label={label} className="grid gap-4 pb-4" onSubmit={(event) => void submit(event)}>
      {precision === 'fullDate' ? (
        <Controller
          control={control}
          name="takenAt"
          render={({ field: { value, onChange, ref } }) => (
            <DatePicker
              label={DATE_LABEL[precision]}
              required
              takesFocus
              ref={ref}
              error={errors['takenAt']?.message}
              value={value ? parseISO(value) : null}
              onChange={(date) => onChange(date === null ? '' : format(date, 'yyyy-MM-dd'))}
            />
          )}
        />
      ) : (
        <TextField
          data-autofocus
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
        <CancelButton onClick={onCancel} />
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {start === undefined ? 'Add score' : 'Save score'}
        </Button>
      </div>
    </form>
  );
}
