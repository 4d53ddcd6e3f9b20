import { use, useState } from 'react';
import {
  ACTIVITY_CATEGORIES,
  ACTIVITY_CATEGORY_CODES,
  type ActivityCategory,
} from '#shared/roadmap/activities.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { useDeleteActivity } from '../../mutations.ts';
import type { Activity, Roadmap } from '../../queries.ts';
import { ActivityCategorySection, activityHeadingId } from './ActivityCategorySection.tsx';
import { ActivityEditor } from './ActivityEditor.tsx';
import { ActivityForm } from './ActivityForm.tsx';
import { ConfirmDelete } from '../ConfirmDelete.tsx';
import { RoadmapChangesContext } from '../../unsaved/useEntryChanges.ts';

/** Activities by category (ACTV-001, ACTV-002). */
export function ActivitiesTab({ roadmap, owner }: { roadmap: Roadmap; owner: string }) {
  const [adding, setAdding] = useState<ActivityCategory | null>(null);
  const [editing, setEditing] = useState<string | null>(null);
  const [toDelete, setToDelete] = useState<Activity | null>(null);
  const remove = useDeleteActivity();
  const changes = use(RoadmapChangesContext);
  const edited = roadmap.activities.find(({ id }) => id === editing);
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      {ACTIVITY_CATEGORY_CODES.map((category) => (
        <ActivityCategorySection
          key={category}
          category={category}
          roadmap={roadmap}
          entries={roadmap.activities.filter((entry) => entry.category === category)}
          onAdd={() => setAdding(category)}
          onEdit={({ id }) => setEditing(id)}
          onDelete={setToDelete}
        />
      ))}
      <Dialog
        open={adding !== null}
        onClose={() => setAdding(null)}
        title={`Add to ${adding === null ? 'activities' : ACTIVITY_CATEGORIES[adding]}`}
      >
        {adding !== null && (
          <ActivityForm
            owner={owner}
            roadmapId={roadmap.id}
            category={adding}
            onDone={() => setAdding(null)}
          />
        )}
      </Dialog>
      <Dialog
        open={edited !== undefined}
        onClose={() => setEditing(null)}
        title={edited?.name ?? ''}
        description="Changes save automatically."
        actions={<Button onClick={() => setEditing(null)}>Close</Button>}
      >
        {edited !== undefined && <ActivityEditor key={edited.id} entry={edited} />}
      </Dialog>
      <ConfirmDelete
        open={toDelete !== null}
        title={`Delete ${toDelete?.name ?? 'the activity'}?`}
        description="This removes the activity from the roadmap."
        focusAfter={activityHeadingId(toDelete?.category ?? 'VO')}
        onClose={() => setToDelete(null)}
        onConfirm={async () => {
          if (toDelete === null) return;
          await remove.mutateAsync(toDelete.id);
          changes?.of('activity', toDelete).discard();
        }}
      />
    </div>
  );
}
