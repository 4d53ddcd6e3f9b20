import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { birthday, CONSENT, CONSENT_REQUIRED, isOldEnough, UNDER_AGE } from '#shared/session/schema.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CheckboxField } from '#src/ui/fields/CheckboxField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';

/** The input of a new person before an external provider signs them in. */
export interface NewPerson {
  birthday?: string;
  consent: boolean;
}

const consent = z.boolean().refine((agreed) => agreed, CONSENT_REQUIRED);
const studentForm = z.object({ birthday, consent });
const adultForm = z.object({ birthday: z.string(), consent });

/** Asks a new person for consent and, if a student, the date of birth. */
export function NewPersonForm({
  isStudent,
  busy,
  onSubmit,
}: {
  isStudent: boolean;
  busy: boolean;
  onSubmit: (person: NewPerson) => void;
}) {
  const [isTooYoung, setTooYoung] = useState(false);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(isStudent ? studentForm : adultForm),
    defaultValues: { birthday: '', consent: false },
  });
  const { errors } = formState;
  if (isTooYoung) {
    return (
      <div role="alert" className="mt-4">
        <h2 className="font-semibold">{UNDER_AGE.title}</h2>
        <p className="mt-1 text-muted">{UNDER_AGE.text}</p>
      </div>
    );
  }
  return (
    <form
      noValidate
      className="mt-4 grid gap-3"
      onSubmit={handleSubmit((values) => {
        if (!isStudent) onSubmit({ consent: true });
        else if (isOldEnough(values.birthday)) {
          onSubmit({ birthday: values.birthday, consent: true });
        } else setTooYoung(true);
      })}
    >
      {isStudent && (
        <TextField
          label="Date of birth"
          type="date"
          autoComplete="bday"
          required
          error={errors.birthday?.message}
          {...register('birthday')}
        />
      )}
      <CheckboxField label={CONSENT} error={errors.consent?.message} {...register('consent')} />
      <Button type="submit" variant="primary" className="mt-3 h-10 w-full" busy={busy}>
        Sign in and accept
      </Button>
    </form>
  );
}
