import { zodResolver } from '@hookform/resolvers/zod';
import { format, parseISO } from 'date-fns';
import { useEffect, useRef, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { dateIn } from '#shared/kernel/time-zone.ts';
import { CONTACT_FAILURES, type ContactField, contactSchemas } from '#shared/users/contact.ts';
import type { Person } from '#shared/users/person.ts';
import { formatPhone, readPhone } from '#shared/users/phone.ts';
import { timeZone } from '#src/lib/dates/reader-zone.ts';
import { fieldErrorOf } from '#src/lib/field-errors.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { DatePicker } from '#src/ui/pickers/DatePicker.tsx';
import { showError } from '#src/ui/feedback/snackbar.ts';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useUpdateContact } from '../mutations.ts';

/** Returns what a form sends for the typed text; null for an empty field. */
function read(field: ContactField, text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return field === 'phone_number' ? readPhone(trimmed) : trimmed;
}

const resolverOf = (field: ContactField, role: Person['role']) =>
  zodResolver(
    z.object({
      value: z
        .string()
        .transform((text) => read(field, text))
        .pipe(contactSchemas(dateIn(timeZone(), new Date()), role)[field]),
    }),
  );

/** Edits one contact field; an empty field removes the value. */
export function ContactForm({
  person: { pk, role },
  field,
  label,
  value,
  onClose,
}: {
  person: Pick<Person, 'pk' | 'role'>;
  field: ContactField;
  label: string;
  value: string;
  onClose: () => void;
}) {
  const update = useUpdateContact(pk);
  const [resolver] = useState(() => resolverOf(field, role));
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const { register, control, handleSubmit, setError, formState, getValues } = useForm<
    { value: string },
    unknown,
    { value: string | null }
  >({
    resolver,
    // An error that disappears on blur would move the Save button away from the pointer.
    reValidateMode: 'onSubmit',
    defaultValues: { value: field === 'phone_number' ? formatPhone(value) : value },
  });
  /** The problem of unreadable text; saving the form must not delete the stored birthday. */
  const [problem, setProblem] = useState<string>();
  const error = problem ?? formState.errors.value?.message;

  const save = handleSubmit((values) => {
    const sent = getValues('value');
    update.mutate(
      { field, value: values.value },
      {
        onSuccess: () => {
          // Otherwise the person typed something else since.
          if (getValues('value') === sent) onClose();
        },
        onError: (failure) => {
          const message = fieldErrorOf(failure, field);
          if (message !== undefined) setError('value', { message });
          showError(CONTACT_FAILURES[field]);
        },
      },
    );
  });

  return (
    <form
      ref={form}
      noValidate
      aria-label={`Edit ${label.toLowerCase()}`}
      className="grid w-full gap-2"
      onSubmit={(event) => {
        if (problem === undefined) void save(event);
        else event.preventDefault();
      }}
    >
      {field === 'birthday' ? (
        <Controller
          control={control}
          name="value"
          render={({ field: { value: day, onChange } }) => (
            <DatePicker
              label={label}
              error={error}
              value={day === '' ? null : parseISO(day)}
              onChange={(date, why) => {
                setProblem(why);
                if (why === undefined) onChange(date === null ? '' : format(date, 'yyyy-MM-dd'));
              }}
            />
          )}
        />
      ) : (
        <TextField
          label={label}
          error={error}
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
          {...(field === 'phone_number'
            ? { type: 'tel', autoComplete: 'off', placeholder: '(415) 555-0132' }
            : { type: 'url', autoComplete: 'off', placeholder: 'https://' })}
          {...register('value')}
        />
      )}
      <div className="flex justify-end gap-2">
        <CancelButton onClick={onClose} />
        <Button type="submit" variant="primary" busy={update.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
