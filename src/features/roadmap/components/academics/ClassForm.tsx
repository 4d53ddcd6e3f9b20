import { zodResolver } from '@hookform/resolvers/zod';
import { Info } from 'lucide-react';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { YEAR_OPTIONS } from '#shared/kernel/year-choices.ts';
import {
  fitToTerms,
  type Grade,
  GRADES,
  SUBJECT_REQUIREMENTS,
  TERM_SCHEDULES,
} from '#shared/roadmap/academics.ts';
import { type NewClassGrade, newClassGrade } from '#shared/roadmap/academics-schema.ts';
import { useFieldChanges } from '#src/lib/drafts/useFormDraft.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Checkbox } from '#src/ui/fields/Checkbox.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';

/** The hint of the UC Honors checkbox (ACAD-027). */
const UC_HONORS_HINT = 'Honors courses must be AP/IB or flagged in the UC portal';

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

/** The UC Honors checkbox, for classes with a subject requirement (ACAD-026). */
export function UcHonors({ checked, onChange }: { checked: boolean; onChange: (ucHonors: boolean) => void }) {
  return (
    <div className="flex h-control items-center gap-1">
      <Checkbox label="UC Honors" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <IconButton explains label={UC_HONORS_HINT} icon={<Info />} />
    </div>
  );
}

/** The values that a course of the school fills in (ACAD-014). */
export type ClassStart = Pick<NewClassGrade, 'name' | 'ucHonors' | 'subjectRequirement' | 'autocompleted'>;

/** Returns the input of a new class. Grades of terms that are no longer shown are not sent (ACAD-031). */
export function toClassInput(values: NewClassGrade): NewClassGrade {
  return {
    ...values,
    targetGrades: fitToTerms(values.targetGrades, values.terms),
    actualGrades: fitToTerms(values.actualGrades, values.terms),
  };
}

const formInput = z.custom<NewClassGrade>().transform(toClassInput).pipe(newClassGrade);

/** The form of a new class (ACAD-018 to ACAD-027). */
export function ClassForm({
  start,
  hasAdded,
  onChange,
  onSubmit,
  onCancel,
  onClose,
}: {
  start: NewClassGrade;
  /** Whether a class was added before this one. */
  hasAdded: boolean;
  onChange: (values: NewClassGrade) => void;
  onSubmit: () => Promise<void>;
  /** Discards what was entered. */
  onCancel: () => void;
  onClose: () => void;
}) {
  const form = useForm<NewClassGrade>({ resolver: zodResolver(formInput), defaultValues: start });
  const { register, handleSubmit, setValue, setFocus, control, formState } = form;
  useFieldChanges(form, onChange);
  useEffect(() => setFocus('name'), [setFocus]);
  const values = useWatch({ control }) as NewClassGrade;
  const { errors, isSubmitting } = formState;
  const setGrade = (kind: 'targetGrades' | 'actualGrades', term: number, grade: Grade) =>
    setValue(
      kind,
      values[kind].map((old, index) => (index === term ? grade : old)),
    );
  const submit = handleSubmit(onSubmit);

  return (
    <form noValidate aria-label="New class" className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <TextField label="Class name" required error={errors.name?.message} {...register('name')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Year"
          required
          options={YEAR_OPTIONS}
          error={errors.year?.message}
          {...register('year')}
        />
        <Select
          label="Terms"
          required
          options={TERM_OPTIONS}
          error={errors.terms?.message}
          {...register('terms', { valueAsNumber: true })}
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
            {errors[kind]?.message !== undefined && (
              <p className="text-xs text-danger">{errors[kind].message}</p>
            )}
          </fieldset>
        );
      })}
      <Select
        label="Subject requirement"
        optional
        placeholder="None"
        options={SUBJECT_OPTIONS}
        error={errors.subjectRequirement?.message}
        {...register('subjectRequirement', {
          onChange: (event: { target: { value: string } }) => {
            if (event.target.value === '') setValue('ucHonors', false);
          },
        })}
      />
      {values.subjectRequirement !== '' && (
        <UcHonors checked={values.ucHonors} onChange={(ucHonors) => setValue('ucHonors', ucHonors)} />
      )}
      <div className="flex justify-end gap-2">
        {hasAdded ? <Button onClick={onClose}>Done</Button> : <CancelButton onClick={onCancel} />}
        <Button type="submit" variant="primary" busy={isSubmitting}>
          Add class
        </Button>
      </div>
    </form>
  );
}
