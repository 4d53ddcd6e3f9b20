import { zodResolver } from '@hookform/resolvers/zod';
import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { defaultGraduationYear, graduationYears, YEAR_OPTIONS } from '#shared/kernel/year-choices.ts';
import { ONLY_STUDENTS_HINT } from '#shared/session/hints.ts';
import { CONSENT, MAX_PERSON_NAME, MIN_AGE } from '#shared/session/schema.ts';
import type { OpenSignUp } from '#shared/sign-up/responses.ts';
import { signUpForm, type SignUpForm as Values } from '#shared/sign-up/schema.ts';
import { useDraftInForm } from '#src/lib/drafts/useDraftInForm.ts';
import { useFormDraft } from '#src/lib/drafts/useFormDraft.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CheckboxField } from '#src/ui/fields/CheckboxField.tsx';
import { DraftBanner } from '#src/ui/feedback/DraftBanner.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { signUpDraftOwner } from '../continue-sign-up.ts';
import { SchoolAndMajors } from './SchoolAndMajors.tsx';

/** The form of /sign_up_continued/ (AUTH-012, AUTH-013). Keeps the answers on this device until they are sent. */
export function SignUpForm({
  signUp,
  onSubmit,
}: {
  signUp: OpenSignUp;
  /** @param deleteDraft deletes the answers from this device */
  onSubmit: (values: Values, deleteDraft: () => Promise<void>) => Promise<void>;
}) {
  const [thisYear] = useState(() => new Date().getFullYear());
  const asksAge = signUp.asks_age;
  const [draftState, draft] = useFormDraft<Values>({
    owner: signUpDraftOwner(signUp.draft),
    subject: 'sign-up',
    titleOf: () => 'Sign-up',
    initial: {
      firstName: signUp.first_name,
      lastName: signUp.last_name,
      year: 'FR',
      graduationYear: defaultGraduationYear(thisYear),
      school: null,
      majors: [],
      isStudent: false,
      birthday: '',
      consent: false,
    },
    version: null,
  });
  const form = useForm<Values>({
    resolver: zodResolver(signUpForm(thisYear, asksAge)),
    defaultValues: draftState.values,
  });
  const { register, handleSubmit, reset, setValue, getValues, control, formState } = form;
  const { firstName, lastName, school, majors } = useWatch({ control }) as Values;
  const { errors, isSubmitting } = formState;
  useDraftInForm(draft, draftState, reset);

  const changed = { onChange: () => draft.change(getValues()) };
  if (!draftState.ready) return <SkeletonText lines={10} />;
  const isNamed = firstName.trim() !== '' && lastName.trim() !== '';
  const submit = handleSubmit((values) => onSubmit(values, () => draft.saved()));
  return (
    <form noValidate aria-label="About you" className="grid gap-4" onSubmit={(event) => void submit(event)}>
      {draftState.restoredFrom !== null && (
        <DraftBanner restoredFrom={draftState.restoredFrom} onDiscard={() => draft.discard()} />
      )}
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="First name"
          required
          autoComplete="given-name"
          maxLength={MAX_PERSON_NAME}
          error={errors.firstName?.message}
          {...register('firstName', changed)}
        />
        <TextField
          label="Last name"
          required
          autoComplete="family-name"
          maxLength={MAX_PERSON_NAME}
          error={errors.lastName?.message}
          {...register('lastName', changed)}
        />
        <Select
          label="Year"
          required
          options={YEAR_OPTIONS}
          error={errors.year?.message}
          {...register('year', changed)}
        />
        <Select
          label="Graduation year"
          required
          options={graduationYears(thisYear).map((year) => ({ value: String(year), label: String(year) }))}
          error={errors.graduationYear?.message}
          {...register('graduationYear', { valueAsNumber: true, ...changed })}
        />
      </div>
      <SchoolAndMajors
        school={school}
        majors={majors}
        majorsError={errors.majors?.message}
        onSchool={(choice) => {
          setValue('school', choice);
          changed.onChange();
        }}
        onMajors={(choices) => {
          setValue('majors', choices);
          changed.onChange();
        }}
      />
      {asksAge && (
        <>
          <TextField
            label="Date of birth"
            type="date"
            autoComplete="bday"
            required
            hint={`Students on GoPath are ${MIN_AGE} or older.`}
            error={errors.birthday?.message}
            {...register('birthday', changed)}
          />
          <CheckboxField label={CONSENT} error={errors.consent?.message} {...register('consent', changed)} />
        </>
      )}
      <div className="flex items-center gap-1">
        <CheckboxField
          label="I am a student"
          error={errors.isStudent?.message}
          {...register('isStudent', changed)}
        />
        <IconButton explains label={ONLY_STUDENTS_HINT} icon={<CircleHelp />} />
      </div>
      <Button type="submit" variant="primary" className="w-full" busy={isSubmitting} disabled={!isNamed}>
        Continue
      </Button>
    </form>
  );
}
