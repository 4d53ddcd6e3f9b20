import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { type ActivityCategory, ACTIVITY_YEARS, MAX_ACTIVITY_BODY } from '#shared/roadmap/activities.ts';
import { type NewActivity, newActivity } from '#shared/roadmap/activities-schema.ts';
import type { FormDraft } from '#src/lib/drafts/form-draft.ts';
import { useFieldChanges, useFormDraft } from '#src/lib/drafts/useFormDraft.ts';
import { EarlierVersionBanner } from '#src/ui/feedback/EarlierVersionBanner.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { DraftBanner } from '#src/ui/feedback/DraftBanner.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { TextArea } from '#src/ui/fields/TextArea.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useCreateActivity } from '../../mutations.ts';
import { ActivityYears } from './ActivityYears.tsx';

/**
 * The form of a new activity (ACTV-006 to ACTV-011). Its draft is stored on this device until it is added or canceled.
 */
export function ActivityForm({
  owner,
  roadmapId,
  category,
  onDone,
}: {
  /** The pk of the person whose draft this is. */
  owner: string;
  roadmapId: string;
  category: ActivityCategory;
  onDone: () => void;
}) {
  const [{ ready, restoredFrom }, draft] = useFormDraft<NewActivity>({
    owner,
    subject: `new-activity:${roadmapId}:${category}`,
    titleOf: ({ name }) => `Activity: ${name}`,
    initial: {
      name: '',
      category,
      body: '',
      freshmanYear: false,
      sophomoreYear: false,
      juniorYear: false,
      seniorYear: false,
    },
    version: null,
  });
  if (!ready) return <SkeletonText lines={6} />;
  return (
    <div className="grid gap-4 pb-4">
      {restoredFrom !== null && <DraftBanner restoredFrom={restoredFrom} onDiscard={() => draft.discard()} />}
      {/* Starts again when the draft is discarded or restored. */}
      <Fields key={Number(restoredFrom)} roadmapId={roadmapId} draft={draft} onDone={onDone} />
    </div>
  );
}

/** The fields. They start with the restored draft and write every change to it. */
function Fields({
  roadmapId,
  draft,
  onDone,
}: {
  roadmapId: string;
  draft: FormDraft<NewActivity>;
  onDone: () => void;
}) {
  const create = useCreateActivity();
  /** Whether the form has newer values than what was added. */
  const [sentEarlier, setSentEarlier] = useState(false);
  const form = useForm<NewActivity>({
    resolver: zodResolver(newActivity),
    defaultValues: draft.read().values,
  });
  const { register, handleSubmit, setFocus, setValue, control, formState } = form;
  useFieldChanges(form, (values) => draft.change(values));
  useEffect(() => setFocus('name'), [setFocus]);
  const { body, ...years } = useWatch({ control }) as NewActivity;
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async () => {
    try {
      const { isNewest } = await draft.createOnce((values, idempotencyKey) =>
        create.mutateAsync({ roadmapId, ...values, idempotencyKey }),
      );
      setSentEarlier(!isNewest);
      await (isNewest ? draft.saved() : draft.keepNewer(null));
      if (isNewest) onDone();
    } catch {
      // A snackbar reports the failure; the form stays filled.
    }
  });
  return (
    <form
      noValidate
      aria-label="New activity"
      className="grid gap-4"
      onSubmit={(event) => void submit(event)}
    >
      {sentEarlier && <EarlierVersionBanner of="this activity" />}
      <TextField label="Name" required error={errors.name?.message} {...register('name')} />
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
        <CancelButton
          onClick={() => {
            draft.discard();
            onDone();
          }}
        />
        <Button type="submit" variant="primary" busy={isSubmitting}>
          Add record
        </Button>
      </div>
    </form>
  );
}
