import { Info } from 'lucide-react';
import { useState } from 'react';
import { YEAR_NAMES, YEARS } from '#shared/kernel/years.ts';
import {
  fitToTerms,
  type Grade,
  GRADES,
  type NewClassGrade,
  newClassGrade,
  SUBJECT_REQUIREMENTS,
  TERM_SCHEDULES,
} from '#shared/roadmap/academics.ts';
import { Button } from '#src/ui/Button.tsx';
import { CancelButton } from '#src/ui/CancelButton.tsx';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Select } from '#src/ui/Select.tsx';
import { TextField } from '#src/ui/TextField.tsx';
import { fieldErrors } from '../fieldErrors.ts';

/** ACAD-027 */
const UC_HONORS_HINT = 'Honors courses must be AP/IB or flagged in the UC portal';

export const YEAR_OPTIONS = YEARS.map((year) => ({ value: year, label: YEAR_NAMES[year] }));
export const SUBJECT_OPTIONS = Object.entries(SUBJECT_REQUIREMENTS).map(([letter, name]) => ({
  value: letter,
  label: `${letter} ${name}`,
}));
const TERM_OPTIONS = Object.entries(TERM_SCHEDULES).map(([terms, name]) => ({ value: terms, label: name }));
const GRADE_OPTIONS = GRADES.map(({ points, letter }) => ({ value: String(points), label: letter }));

/** One term's grade. */
export function GradeSelect({
  label,
  value,
  onChange,
}: {
  label: string;
  value: Grade;
  onChange: (grade: Grade) => void;
}) {
  return (
    <Select
      label={label}
      hideLabel
      className="w-18"
      placeholder="–"
      options={GRADE_OPTIONS}
      value={value === null ? '' : String(value)}
      onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
    />
  );
}

/** Whether it is a UC honors class; a choice only of what counts for a subject requirement (ACAD-026). */
export function UcHonors({ checked, onChange }: { checked: boolean; onChange: (ucHonors: boolean) => void }) {
  return (
    <div className="flex h-control items-center gap-1">
      <Checkbox label="UC Honors" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <IconButton explains label={UC_HONORS_HINT} icon={<Info />} />
    </div>
  );
}

/** What the form begins with: empty, or a course of the school (ACAD-014). */
export type ClassStart = Pick<NewClassGrade, 'name' | 'ucHonors' | 'subjectRequirement' | 'autocompleted'>;

/** The form of a new class (ACAD-018 to ACAD-027, ACAD-031). */
export function ClassForm({
  start,
  year,
  onSubmit,
  onCancel,
}: {
  start: ClassStart;
  /** The student's year: the likeliest one of the class. */
  year: NewClassGrade['year'];
  onSubmit: (values: NewClassGrade) => Promise<unknown>;
  onCancel: () => void;
}) {
  const [values, setValues] = useState<NewClassGrade>({
    ...start,
    year,
    terms: 2,
    targetGrades: [null, null, null, null],
    actualGrades: [null, null, null, null],
  });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const set = (change: Partial<NewClassGrade>) => setValues((before) => ({ ...before, ...change }));
  const setGrade = (kind: 'targetGrades' | 'actualGrades', term: number, grade: Grade) =>
    set({ [kind]: values[kind].map((old, index) => (index === term ? grade : old)) });

  const submit = async () => {
    const { terms } = values;
    const result = newClassGrade.safeParse({
      ...values,
      targetGrades: fitToTerms(values.targetGrades, terms),
      actualGrades: fitToTerms(values.actualGrades, terms),
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
      aria-label="New class"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label="Class name"
        required
        value={values.name}
        error={errors['name']}
        onChange={(event) => set({ name: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Year"
          required
          options={YEAR_OPTIONS}
          value={values.year}
          error={errors['year']}
          onChange={(event) => set({ year: event.target.value as NewClassGrade['year'] })}
        />
        <Select
          label="Terms"
          required
          options={TERM_OPTIONS}
          value={String(values.terms)}
          error={errors['terms']}
          onChange={(event) => set({ terms: Number(event.target.value) })}
        />
      </div>
      {(['targetGrades', 'actualGrades'] as const).map((kind) => {
        const name = kind === 'targetGrades' ? 'Target grades' : 'Actual grades';
        return (
          <fieldset key={kind} className="grid gap-1">
            <legend className="mb-1 font-medium">{name}</legend>
            <div className="flex flex-wrap gap-2">
              {fitToTerms(values[kind], values.terms).map((grade, term) => (
                <GradeSelect
                  key={term}
                  label={`${name}, term ${term + 1}`}
                  value={grade}
                  onChange={(next) => setGrade(kind, term, next)}
                />
              ))}
            </div>
            {errors[kind] !== undefined && <p className="text-xs text-danger">{errors[kind]}</p>}
          </fieldset>
        );
      })}
      <Select
        label="Subject requirement"
        optional
        placeholder="None"
        options={SUBJECT_OPTIONS}
        value={values.subjectRequirement}
        error={errors['subjectRequirement']}
        onChange={(event) => {
          const subjectRequirement = event.target.value as NewClassGrade['subjectRequirement'];
          set({ subjectRequirement, ucHonors: subjectRequirement !== '' && values.ucHonors });
        }}
      />
      {values.subjectRequirement !== '' && (
        <UcHonors checked={values.ucHonors} onChange={(ucHonors) => set({ ucHonors })} />
      )}
      <div className="flex justify-end gap-2">
        <CancelButton onClick={onCancel} />
        <Button type="submit" variant="primary" busy={busy}>
          Add class
        </Button>
      </div>
    </form>
  );
}
