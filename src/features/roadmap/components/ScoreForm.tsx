import { useState } from 'react';
import type { z } from 'zod';
import type { DatePrecision } from '#shared/roadmap/exams.ts';
import { Button } from '#src/ui/Button.tsx';
import { CancelButton } from '#src/ui/CancelButton.tsx';
import { TextField } from '#src/ui/TextField.tsx';
import { fieldErrors } from '../fieldErrors.ts';

/** A field for a score. */
export interface ScoreField {
  name: string;
  label: string;
  min: number;
  max: number;
  step?: number;
}

/** What the input of the date gives, as a calendar date: exams dated by year are given in May. */
function toDate(text: string, precision: DatePrecision): string {
  if (precision === 'year') return /^\d{4}$/.test(text) ? `${text}-05-01` : text;
  return precision === 'monthYear' && /^\d{4}-\d\d$/.test(text) ? `${text}-01` : text;
}

/** Some browsers have no field for a month: what is typed there is a text. */
function hasMonthField(): boolean {
  const input = document.createElement('input');
  input.type = 'month';
  return input.type === 'month';
}

const DATE_INPUT = { fullDate: 'date', monthYear: 'month', year: 'number' } as const;

/** A date and scores, checked by the rules that the server has too. Empty scores are sent as null (EXAM-026). */
export function ScoreForm<Values extends object>({
  label,
  schema,
  fields,
  precision = 'fullDate',
  onSubmit,
  onCancel,
}: {
  label: string;
  schema: z.ZodType<Values>;
  fields: readonly ScoreField[];
  precision?: DatePrecision;
  onSubmit: (values: Values) => Promise<unknown>;
  onCancel: () => void;
}) {
  const [takenAt, setTakenAt] = useState('');
  const [scores, setScores] = useState<Readonly<Record<string, string>>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);

  const submit = async () => {
    const result = schema.safeParse({
      takenAt: toDate(takenAt, precision),
      ...Object.fromEntries(
        fields.map(({ name }) => [name, scores[name]?.trim() ? Number(scores[name]) : null]),
      ),
    });
    if (!result.success) {
      setErrors(fieldErrors(result.error));
      return;
    }
    setErrors({});
    setBusy(true);
    // A failure is told by a snackbar; what was typed stays.
    await onSubmit(result.data).catch(() => undefined);
    setBusy(false);
  };

  return (
    <form
      noValidate
      aria-label={label}
      className="grid gap-4 pb-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        data-autofocus
        label={precision === 'year' ? 'Exam year' : 'Exam date'}
        required
        type={DATE_INPUT[precision]}
        hint={precision === 'monthYear' && !hasMonthField() ? 'Year and month, such as 2026-05' : undefined}
        value={takenAt}
        error={errors['takenAt']}
        onChange={(event) => setTakenAt(event.target.value)}
      />
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
            value={scores[name] ?? ''}
            error={errors[name]}
            onChange={(event) => setScores({ ...scores, [name]: event.target.value })}
          />
        ))}
      </div>
      <div className="flex justify-end gap-2">
        <CancelButton onClick={onCancel} />
        <Button type="submit" variant="primary" busy={busy}>
          Add score
        </Button>
      </div>
    </form>
  );
}
