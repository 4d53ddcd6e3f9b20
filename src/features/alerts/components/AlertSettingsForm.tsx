import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type { AlertSettings } from '#shared/alerts/answers.ts';
import { type AlertSettingsInput, alertSettingsInput } from '#shared/alerts/schema.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { Button } from '#src/ui/Button.tsx';
import { Card } from '#src/ui/Card.tsx';
import { ErrorState } from '#src/ui/ErrorState.tsx';
import { Select } from '#src/ui/Select.tsx';
import { SkeletonText } from '#src/ui/Skeleton.tsx';
import { Switch } from '#src/ui/Switch.tsx';
import { useChangeAlertSettings } from '../mutations.ts';
import { alertQueries } from '../queries.ts';

const DIGEST_OPTIONS = [
  { value: '24', label: 'Every day (24 hours)' },
  { value: '168', label: 'Every week (168 hours)' },
  { value: '730', label: 'Every month (730 hours)' },
];

const INDIVIDUAL_OPTIONS = [
  { value: '24', label: 'A day before, then daily (24 hours)' },
  { value: '168', label: 'A week before, then weekly (168 hours)' },
];

const hourName = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourName.format(new Date(2000, 0, 1, hour)),
}));

/** The person's own zone is always there, also where the browser has never heard of it. */
function zoneOptions(current: string) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = new Set([current, here, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return [...zones].sort().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}

/** A number of a select; nothing chosen is null. */
function numberOf(text: string): number | null {
  return text === '' ? null : Number(text);
}

/** The alert settings of the signed-in person (ALRT-002). */
export function AlertSettingsForm() {
  const { data, isError, refetch, isFetching } = useQuery(alertQueries.settings());
  if (data !== undefined) return <Form settings={data} />;
  if (isError) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  return <SkeletonText lines={8} />;
}

function Form({ settings }: { settings: AlertSettings }) {
  const change = useChangeAlertSettings();
  const { control, handleSubmit, setError, reset, formState } = useForm<AlertSettingsInput>({
    resolver: zodResolver(alertSettingsInput),
    values: settings,
  });
  const isOn = useWatch({ control, name: ['task_individual_enabled', 'task_digest_enabled'] });

  const save = handleSubmit(async (values) => {
    try {
      reset(await change.mutateAsync(values));
    } catch (error) {
      const fields = error instanceof AppError ? (error.fields ?? {}) : {};
      for (const [name, message] of Object.entries(fields)) {
        if (name in settings) setError(name as keyof AlertSettingsInput, { message });
      }
    }
  });

  return (
    <form onSubmit={(event) => void save(event)} noValidate className="grid max-w-[720px] gap-4">
      <Card title="Tasks" className="grid gap-4">
        <Controller
          control={control}
          name="task_individual_enabled"
          render={({ field }) => (
            <Switch
              label="Single tasks"
              hint="When a task of yours is nearly due or overdue, as alert and by mail"
              checked={field.value}
              onChange={field.onChange}
            />
          )}
        />
        <Controller
          control={control}
          name="task_individual_frequency"
          render={({ field, fieldState }) => (
            <Select
              label="How often a task is brought up"
              placeholder="Choose"
              options={INDIVIDUAL_OPTIONS}
              disabled={!isOn[0]}
              error={fieldState.error?.message}
              name={field.name}
              ref={field.ref}
              value={String(field.value ?? '')}
              onBlur={field.onBlur}
              onChange={(event) => field.onChange(numberOf(event.target.value))}
            />
          )}
        />
        <Controller
          control={control}
          name="task_digest_enabled"
          render={({ field }) => (
            <Switch
              label="Digest"
              hint="One mail at eight in the morning with everything that is due and unread"
              checked={field.value}
              onChange={field.onChange}
            />
          )}
        />
        <Controller
          control={control}
          name="task_digest_frequency"
          render={({ field, fieldState }) => (
            <Select
              label="How often the digest comes"
              placeholder="Choose"
              options={DIGEST_OPTIONS}
              disabled={!isOn[1]}
              error={fieldState.error?.message}
              name={field.name}
              ref={field.ref}
              value={String(field.value ?? '')}
              onBlur={field.onBlur}
              onChange={(event) => field.onChange(numberOf(event.target.value))}
            />
          )}
        />
      </Card>
      <Card title="News">
        <Controller
          control={control}
          name="dynamic_alert_enabled"
          render={({ field }) => (
            <Switch
              label="Something happened"
              hint="A meeting note for you, a task or a list added for you, a student not met for 10 days"
              checked={field.value}
              onChange={field.onChange}
            />
          )}
        />
      </Card>
      <Card title="Quiet hours" className="grid gap-4">
        <p className="text-sm text-muted">
          No mail and no notification in these hours. What happens meanwhile waits in your alerts. The same
          hour twice means no quiet hours.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <Controller
            control={control}
            name="quiet_hours_start"
            render={({ field, fieldState }) => (
              <Select
                label="From"
                options={HOURS}
                error={fieldState.error?.message}
                name={field.name}
                ref={field.ref}
                value={String(field.value)}
                onChange={(event) => field.onChange(Number(event.target.value))}
              />
            )}
          />
          <Controller
            control={control}
            name="quiet_hours_end"
            render={({ field, fieldState }) => (
              <Select
                label="Until"
                options={HOURS}
                error={fieldState.error?.message}
                name={field.name}
                ref={field.ref}
                value={String(field.value)}
                onChange={(event) => field.onChange(Number(event.target.value))}
              />
            )}
          />
        </div>
        <Controller
          control={control}
          name="time_zone"
          render={({ field, fieldState }) => (
            <Select
              label="Your time zone"
              options={zoneOptions(settings.time_zone)}
              error={fieldState.error?.message}
              name={field.name}
              ref={field.ref}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
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
