import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { type ProfileInput, profileInput } from '#shared/users/profile.ts';
import type { Me } from '#shared/users/responses.ts';
import { timeZoneOptions } from '#src/lib/dates/time-zones.ts';
import { useFormStart } from '#src/lib/useFormStart.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { PictureField } from './PictureField.tsx';
import { useUpdateProfile } from '../mutations.ts';

/** Changes the person's own name and time zone. */
export function ProfileSection({ me }: { me: Me }) {
  const update = useUpdateProfile();
  const stored = useMemo(
    () => ({ first_name: me.first_name, last_name: me.last_name, time_zone: me.time_zone }),
    [me.first_name, me.last_name, me.time_zone],
  );
  const form = useForm<ProfileInput>({ resolver: zodResolver(profileInput), defaultValues: stored });
  const { register, handleSubmit, formState, getValues } = form;
  const { errors, isDirty } = formState;
  const startFrom = useFormStart(form, stored);
  const submit = handleSubmit((values) => {
    const typed = { ...getValues() };
    update.mutate(values, { onSuccess: (saved) => startFrom(typed, saved) });
  });
  return (
    <Card title="Profile">
      <div className="mb-4">
        <PictureField me={me} />
      </div>
      <form noValidate className="grid max-w-96 gap-4" onSubmit={(event) => void submit(event)}>
        <TextField
          label="First name"
          autoComplete="given-name"
          required
          error={errors.first_name?.message}
          {...register('first_name')}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          required
          error={errors.last_name?.message}
          {...register('last_name')}
        />
        <Select
          label="Time zone"
          hint="Dates and times are shown in this time zone."
          options={timeZoneOptions(me.time_zone)}
          error={errors.time_zone?.message}
          {...register('time_zone')}
        />
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          busy={update.isPending}
          disabledReason={isDirty ? undefined : 'Nothing has changed'}
        >
          Save profile
        </Button>
      </form>
    </Card>
  );
}
