import { YEAR_NAMES, YEARS } from '#shared/kernel/years.ts';
import { ACTIVITY_YEARS } from '#shared/roadmap/activities.ts';
import { Checkbox } from '#src/ui/fields/Checkbox.tsx';
import type { Activity } from '../../queries.ts';

/** The flags of an activity, one for each school year. */
export type ActivityYearFlags = Pick<Activity, (typeof ACTIVITY_YEARS)[number]>;

/** A checkbox for each year in which the activity was done. */
export function ActivityYears({
  value,
  onChange,
}: {
  value: ActivityYearFlags;
  onChange: (years: Partial<ActivityYearFlags>) => void;
}) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">Years</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {ACTIVITY_YEARS.map((field, index) => (
          <Checkbox
            key={field}
            label={YEAR_NAMES[YEARS[index] ?? 'FR']}
            checked={value[field]}
            onChange={(event) => onChange({ [field]: event.target.checked })}
          />
        ))}
      </div>
    </fieldset>
  );
}
