import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { type ActivityCategory, ACTIVITY_YEARS, MAX_ACTIVITY_BODY } from '#shared/roadmap/activities.ts';
import { type NewActivity, newActivity } from '#shared/roadmap/activities-schema.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { TextArea } from '#src/ui/fields/TextArea.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useCreateActivity } from '../../mutations.ts';
import { ActivityYears } from './ActivityYears.tsx';

/** The form of a new activity (ACTV-006 to ACTV-011). */
export function ActivityForm({
  roadmapId,
  category,
  onDone,
}: {
  roadmapId: string;
  category: ActivityCategory;
  onDone: () => void;
}) {
  const create = useCreateActivity();
  const { register, handleSubmit, setValue, control, formState } = useForm<NewActivity>({
    resolver: zodResolver(newActivity),
    defaultValues: {
      name: '',
      category,
      body: '',
      freshmanYear: false,
      sophomoreYear: false,
      juniorYear: false,
      seniorYear: false,
    },
  });
  const { body, ...years } = useWatch({ control }) as NewActivity;
  const { errors } = formState;
  const submit = handleSubmit((values) => create.mutate({ roadmapId, ...values }, { onSuccess: onDone }));
  return (
    <form
      noValidate
      aria-label="New activity"
      className="grid gap-4 pb-4"
      onSubmit={(event) => void submit(event)}
    >
      <TextField data-autofocus label="Name" required error={errors.name?.message} {...register('name')} />
      <TextArea
        label="Description"
        optional
        rows={5}
        maxRows={10}
        maxLength={MAX_ACTIVITY_BODY}
        hint={`${body.length} of ${MAX_ACTIVITY_BODY} characters`}
        error={errors.body?.message}
        {...register('body')}
      />
      <ActivityYears
        value={years}
        onChange={(changed) => {
          for (const year of ACTIVITY_YEARS) {
            if (changed[year] !== undefined) setValue(year, changed[year]);
          }
        }}
      />
      <div className="flex justify-end gap-2">
        <CancelButton onClick={onDone} />
        <Button type="submit" variant="primary" busy={create.isPending}>
          Add record
        </Button>
      </div>
    </form>
  );
}
