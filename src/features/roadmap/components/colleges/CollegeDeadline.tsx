import { format, parseISO } from 'date-fns';
import type { CollegeChange } from '#shared/roadmap/colleges-schema.ts';
import { COLLEGE_REQUIREMENT_NAMES, COLLEGE_REQUIREMENTS } from '#shared/roadmap/college-requirements.ts';
import { Checkbox } from '#src/ui/fields/Checkbox.tsx';
import { DatePicker } from '#src/ui/pickers/DatePicker.tsx';
import { dateText } from '../../dates.ts';
import type { College } from '../../queries.ts';
import { ReadOnlyFact } from '../ReadOnlyFact.tsx';

/** The application deadline of a college and the checklist of its requirements (product decision 61). */
export function CollegeDeadline({
  college: { deadline, requirements, permissions },
  onChange,
}: {
  college: College;
  onChange: (change: CollegeChange) => void;
}) {
  if (!permissions.includes('change_roadmap')) {
    return (
      <>
        {deadline !== null && <ReadOnlyFact label="Application deadline" text={dateText(deadline)} />}
        {requirements.length > 0 && (
          <ReadOnlyFact
            label="Finished"
            text={requirements.map((one) => COLLEGE_REQUIREMENT_NAMES[one]).join(', ')}
          />
        )}
      </>
    );
  }
  return (
    <>
      <DatePicker
        label="Application deadline"
        optional
        value={deadline === null ? null : parseISO(deadline)}
        onChange={(date, problem) => {
          const next = date === null ? null : format(date, 'yyyy-MM-dd');
          // Unreadable text must not delete the stored date.
          if (problem === undefined && next !== deadline) onChange({ deadline: next });
        }}
      />
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium">Checklist</legend>
        {COLLEGE_REQUIREMENTS.map((one) => (
          <Checkbox
            key={one}
            label={COLLEGE_REQUIREMENT_NAMES[one]}
            checked={requirements.includes(one)}
            onChange={({ target: { checked } }) =>
              onChange({
                requirements: COLLEGE_REQUIREMENTS.filter((other) =>
                  other === one ? checked : requirements.includes(other),
                ),
              })
            }
          />
        ))}
      </fieldset>
    </>
  );
}
