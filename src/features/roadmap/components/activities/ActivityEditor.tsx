import { MAX_ACTIVITY_BODY } from '#shared/roadmap/activities.ts';
import type { ActivityChange } from '#shared/roadmap/activities-schema.ts';
import { TextArea } from '#src/ui/fields/TextArea.tsx';
import type { Activity } from '../../queries.ts';
import { useEntryChanges } from '../../unsaved/useEntryChanges.ts';
import { ActivityYears } from './ActivityYears.tsx';
import { UnsavedNotice } from '../UnsavedNotice.tsx';

/** The editable fields of an activity, which save automatically; the name cannot be changed (ACTV-007). */
export function ActivityEditor({ entry }: { entry: Activity }) {
  const { value, change, problem, saveAgain, discard } = useEntryChanges<Activity, ActivityChange>(
    'activity',
    entry,
  );
  return (
    <div className="grid gap-4 pb-4">
      <TextArea
        label="Description"
        rows={5}
        maxRows={10}
        maxLength={MAX_ACTIVITY_BODY}
        hint={`${value.body.length} of ${MAX_ACTIVITY_BODY} characters`}
        value={value.body}
        onChange={(event) => change({ body: event.target.value })}
      />
      <ActivityYears value={value} onChange={change} />
      <UnsavedNotice problem={problem} onSave={saveAgain} onDiscard={discard} />
    </div>
  );
}
