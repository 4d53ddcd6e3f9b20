import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type FieldErrors, useForm, useWatch } from 'react-hook-form';
import {
  type AvailabilityInput,
  availabilityInput,
  BUFFER_LENGTHS,
  MEETING_LENGTHS,
} from '#shared/booking/schema.ts';
import { useDraftInForm } from '#src/lib/drafts/useDraftInForm.ts';
import { useFormDraft } from '#src/lib/drafts/useFormDraft.ts';
import { timeZoneOptions } from '#src/lib/dates/time-zones.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { DraftBanner } from '#src/ui/feedback/DraftBanner.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useSaveAvailability } from '../mutations.ts';
import type { OwnAvailability } from '../queries.ts';
import { DateOverrides } from './DateOverrides.tsx';
import { SlotPreview } from './SlotPreview.tsx';
import { WeeklyHours } from './WeeklyHours.tsx';

const lengths = (minutes: readonly number[], chosen: number) =>
  [...new Set([...minutes, chosen])]
    .sort((a, b) => a - b)
    .map((value) => ({ value: String(value), label: value === 0 ? 'None' : `${value} minutes` }));

/** Returns the first message of a part of the form, at any depth. */
function messageIn(errors: unknown): string | undefined {
  if (errors === null || typeof errors !== 'object') return undefined;
  const { message } = errors as { message?: unknown };
  if (typeof message === 'string' && message !== '') return message;
  return Object.values(errors)
    .map((inner) => messageIn(inner))
    .find((found) => found !== undefined);
}

type NumberField = 'noticeHours' | 'windowDays' | 'dailyLimit';
const NUMBERS: readonly { name: NumberField; label: string; hint: string }[] = [
  {
    name: 'noticeHours',
    label: 'Minimum notice in hours',
    hint: 'How far in advance a meeting must be booked.',
  },
  { name: 'windowDays', label: 'Days ahead', hint: 'How far ahead people can book.' },
  { name: 'dailyLimit', label: 'Meetings per day', hint: 'The maximum number of meetings a day.' },
];

interface AvailabilityFormProps {
  viewerPk: number;
  availability: OwnAvailability;
}

/** The mentor's hours and limits, with a preview. Keeps changes on this device until they are saved. */
export function AvailabilityForm({ viewerPk, availability }: AvailabilityFormProps) {
  const { version } = availability;
  // A version from elsewhere opens the form again. One that this form saved does not, so that the focus stays.
  const [form, setForm] = useState({ key: version, known: version });
  if (version > form.known) setForm({ key: version, known: version });
  return (
    <HoursForm
      key={form.key}
      viewerPk={viewerPk}
      availability={availability}
      onSaved={(known) => setForm((before) => ({ ...before, known }))}
    />
  );
}

/** The length of meetings, and how many can be booked when. */
function MeetingLimits({
  values,
  errors,
  onChange,
}: {
  values: AvailabilityInput;
  errors: FieldErrors<AvailabilityInput>;
  onChange: (part: Partial<AvailabilityInput>) => void;
}) {
  return (
    <Card title="Meetings">
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Length"
          options={lengths(MEETING_LENGTHS, values.minutes)}
          value={String(values.minutes)}
          onChange={({ target }) => onChange({ minutes: Number(target.value) })}
        />
        <Select
          label="Free time after each meeting"
          options={lengths(BUFFER_LENGTHS, values.bufferMinutes)}
          value={String(values.bufferMinutes)}
          onChange={({ target }) => onChange({ bufferMinutes: Number(target.value) })}
        />
        {NUMBERS.map(({ name, label, hint }) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            inputMode="numeric"
            value={Number.isNaN(values[name]) ? '' : String(values[name])}
            error={errors[name]?.message}
            onChange={({ target }) => {
              const digits = target.value.replaceAll(/\D/g, '').slice(0, 4);
              onChange({ [name]: digits === '' ? Number.NaN : Number(digits) });
            }}
          />
        ))}
        <Select
          label="Time zone of these hours"
          options={timeZoneOptions(values.timeZone)}
          value={values.timeZone}
          onChange={({ target }) => onChange({ timeZone: target.value })}
        />
      </div>
    </Card>
  );
}

/** The form of the hours; another version opens a new one. */
function HoursForm({
  viewerPk,
  availability,
  onSaved,
}: AvailabilityFormProps & { onSaved: (version: number) => void }) {
  const save = useSaveAvailability();
  const [draftState, draft] = useFormDraft<AvailabilityInput>({
    owner: String(viewerPk),
    subject: 'availability',
    titleOf: () => 'Availability',
    initial: availability,
    version: availability.version,
  });
  const { control, handleSubmit, formState, reset, setValue, getValues } = useForm<AvailabilityInput>({
    resolver: zodResolver(availabilityInput),
    defaultValues: draftState.values,
  });
  const values = useWatch({ control }) as AvailabilityInput;
  const errors: FieldErrors<AvailabilityInput> = formState.errors;
  useDraftInForm(draft, draftState, reset);

  function change(part: Partial<AvailabilityInput>) {
    for (const [name, value] of Object.entries(part)) {
      setValue(name as keyof AvailabilityInput, value, { shouldValidate: formState.isSubmitted });
    }
    draft.change(getValues());
  }

  const submit = handleSubmit(async (input) => {
    // Copied, because the form can change its values in place.
    const sent = structuredClone(draft.read().values);
    try {
      const saved = await save.mutateAsync({ ...input, version: draftState.version ?? availability.version });
      onSaved(saved.version);
      await draft.accept(sent, saved.version);
      reset(draft.read().values);
    } catch {
      // The mutation shows the error; the values stay in the form.
    }
  });

  if (!draftState.ready) return <SkeletonText lines={12} />;
  const isOutdated = draftState.version !== null && draftState.version < availability.version;
  return (
    <form
      noValidate
      className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]"
      onSubmit={(event) => void submit(event)}
    >
      <div className="grid gap-4 [&>div:empty]:hidden">
        {draftState.restoredFrom !== null && (
          <DraftBanner restoredFrom={draftState.restoredFrom} onDiscard={() => draft.discard()} />
        )}
        {isOutdated && (
          <Banner
            tone="warning"
            action={
              <Button onClick={() => draft.change(getValues(), availability.version)}>Keep my version</Button>
            }
          >
            Someone else changed this. Saving replaces their changes.
          </Banner>
        )}
        <Card title="Weekly hours">
          <WeeklyHours
            week={values.week}
            errorOf={(weekday) => messageIn(errors.week?.[weekday])}
            onChange={(week) => change({ week })}
          />
        </Card>
        <Card title="Other hours on a date">
          <DateOverrides
            overrides={values.overrides}
            errorOf={(index) => messageIn(errors.overrides?.[index])}
            error={errors.overrides?.root?.message ?? errors.overrides?.message}
            onChange={(overrides) => change({ overrides })}
          />
        </Card>
        <MeetingLimits values={values} errors={errors} onChange={change} />
        <div className="flex justify-end">
          <Button
            type="submit"
            variant="primary"
            busy={save.isPending}
            disabledReason={isOutdated ? 'Someone else changed this' : undefined}
          >
            Save availability
          </Button>
        </div>
      </div>
      <SlotPreview values={values} />
    </form>
  );
}
