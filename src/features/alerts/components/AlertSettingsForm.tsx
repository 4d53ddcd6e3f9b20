import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { type Control, Controller, useForm, useWatch } from 'react-hook-form';
import type { AlertSettings } from '#shared/alerts/settings-response.ts';
import { type AlertSettingsInput, alertSettingsInput } from '#shared/alerts/schema.ts';
import { showFieldErrors } from '#src/lib/field-errors.ts';
import { MAX_DAYS_WITHOUT_MEETING } from '#shared/meetings/constants.ts';
import { timeZoneOptions } from '#src/lib/dates/time-zones.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { ReadOnlyContext } from '#src/ui/read-only.ts';
import { Switch } from '#src/ui/fields/Switch.tsx';
import { onFirstUse } from '#src/lib/on-first-use.ts';
import { useFormStart } from '#src/lib/useFormStart.ts';
import { useChangeAlertSettings } from '../mutations.ts';
import { alertQueries } from '../queries.ts';

const DIGEST_OPTIONS = [
  { value: '24', label: 'Daily' },
  { value: '168', label: 'Weekly' },
  { value: '730', label: 'Monthly' },
];

const INDIVIDUAL_OPTIONS = [
  { value: '24', label: '1 day before, then daily' },
  { value: '168', label: '1 week before, then weekly' },
];

const hourName = onFirstUse(() => new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' }));
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourName().format(new Date(2000, 0, 1, hour)),
}));

/** The initial quiet hours: 10 PM to 7 AM. */
const DEFAULT_QUIET_HOURS = [22, 7] as const;

/** The activity that people are alerted about. Only mentors are alerted about students without meetings. */
const ACTIVITY = {
  mentor: `A meeting note for you, a task or list added for you, no meeting with a student for ${MAX_DAYS_WITHOUT_MEETING} days`,
  family: 'A meeting note for you, a task or list added for you, a meeting booked or changed',
};

/** Returns the number chosen in a select; null for none. */
function numberOf(text: string): number | null {
  return text === '' ? null : Number(text);
}

/** The alert settings of the signed-in person (ALRT-002). */
export function AlertSettingsForm({ meetsStudents }: { meetsStudents: boolean }) {
  const { data, isError, refetch, isFetching } = useQuery(alertQueries.settings());
  if (data !== undefined) {
    return (
      <ReadOnlyContext value={false}>
        <Form settings={data} meetsStudents={meetsStudents} />
      </ReadOnlyContext>
    );
  }
  if (isError) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  return <SkeletonText lines={8} />;
}

function Form({ settings, meetsStudents }: { settings: AlertSettings; meetsStudents: boolean }) {
  const change = useChangeAlertSettings();
  const form = useForm<AlertSettingsInput>({
    resolver: zodResolver(alertSettingsInput),
    defaultValues: settings,
  });
  const { control, handleSubmit, setValue, getValues, formState } = form;
  const startFrom = useFormStart<AlertSettingsInput>(form, settings);
  const [start, end] = useWatch({ control, name: ['quiet_hours_start', 'quiet_hours_end'] });
  // Equal hours mean no quiet hours.
  const isQuietOn = start !== end;
  const isOn = useWatch({ control, name: ['task_individual_enabled', 'task_digest_enabled'] });

  const save = handleSubmit(async (values) => {
    const typed = { ...getValues() };
    try {
      startFrom(typed, await change.mutateAsync(values));
    } catch (error) {
      showFieldErrors(error, form);
    }
  });

  return (
    <form onSubmit={(event) => void save(event)} noValidate className="grid gap-4">
      <Card title="Tasks">
        <div className="grid gap-4">
          <OnOff
            control={control}
            name="task_individual_enabled"
            label="Task reminders"
            hint="An alert and an email when one of your tasks is due soon or overdue"
          />
          <Choice
            control={control}
            name="task_individual_frequency"
            label="Remind me"
            placeholder="Choose"
            options={INDIVIDUAL_OPTIONS}
            disabled={!isOn[0]}
            parse={numberOf}
          />
          <OnOff
            control={control}
            name="task_digest_enabled"
            label="Digest"
            hint="A summary at 8 AM of what's due and unread"
          />
          <Choice
            control={control}
            name="task_digest_frequency"
            label="Send digest"
            placeholder="Choose"
            options={DIGEST_OPTIONS}
            disabled={!isOn[1]}
            parse={numberOf}
          />
        </div>
      </Card>
      <Card>
        <OnOff
          control={control}
          name="dynamic_alert_enabled"
          label="Activity"
          hint={meetsStudents ? ACTIVITY.mentor : ACTIVITY.family}
        />
      </Card>
      <Card>
        <div className="grid gap-4">
          <Switch
            label="Quiet hours"
            hint="No emails or notifications during these hours. You'll find everything in your alerts later."
            checked={isQuietOn}
            onChange={(on) => {
              const [start, end] = on ? DEFAULT_QUIET_HOURS : [0, 0];
              setValue('quiet_hours_start', start, { shouldDirty: true });
              setValue('quiet_hours_end', end, { shouldDirty: true });
            }}
          />
          {isQuietOn && (
            <div className="grid gap-4 sm:grid-cols-2">
              <Choice
                control={control}
                name="quiet_hours_start"
                label="From"
                options={HOURS}
                parse={Number}
              />
              <Choice control={control} name="quiet_hours_end" label="Until" options={HOURS} parse={Number} />
            </div>
          )}
          <Choice
            control={control}
            name="time_zone"
            label="Your time zone"
            options={timeZoneOptions(settings.time_zone)}
            parse={String}
          />
        </div>
      </Card>
      <div className="flex justify-end">
        <Button
          type="submit"
          variant="primary"
          busy={change.isPending}
          disabledReason={formState.isDirty ? undefined : 'Nothing has changed'}
        >
          Save
        </Button>
      </div>
    </form>
  );
}

interface FieldProps {
  control: Control<AlertSettingsInput>;
  name: keyof AlertSettingsInput;
  label: string;
}

/** A setting that is on or off. */
function OnOff({ control, name, label, hint }: FieldProps & { hint: string }) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Switch label={label} hint={hint} checked={field.value === true} onChange={field.onChange} />
      )}
    />
  );
}

/** A setting with a few values. @param parse turns the chosen text into the setting */
function Choice({
  control,
  name,
  parse,
  ...select
}: FieldProps & {
  options: readonly { value: string; label: string }[];
  placeholder?: string;
  disabled?: boolean;
  parse: (text: string) => string | number | null;
}) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Select
          {...select}
          error={fieldState.error?.message}
          name={field.name}
          ref={field.ref}
          value={String(field.value ?? '')}
          onBlur={field.onBlur}
          onChange={(event) => field.onChange(parse(event.target.value))}
        />
      )}
    />
  );
}
