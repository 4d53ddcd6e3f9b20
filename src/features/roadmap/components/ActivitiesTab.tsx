import { closestCenter, DndContext, type DragEndEvent } from '@dnd-kit/core';
import { arrayMove, SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Ellipsis, GripVertical, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  ACTIVITY_CATEGORIES,
  ACTIVITY_CATEGORY_CODES,
  type ActivityCategory,
  type ActivityChange,
  ACTIVITY_YEARS,
  MAX_ACTIVITY_BODY,
  newActivity,
} from '#shared/roadmap/activities.ts';
import { YEAR_NAMES, YEARS } from '#shared/kernel/years.ts';
import { useSortingSensors } from '#src/lib/drag-sensors.ts';
import { Button } from '#src/ui/Button.tsx';
import { CancelButton } from '#src/ui/CancelButton.tsx';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Menu } from '#src/ui/Menu.tsx';
import { TextArea } from '#src/ui/TextArea.tsx';
import { TextField } from '#src/ui/TextField.tsx';
import { YearBadge } from '#src/ui/YearBadge.tsx';
import { fieldErrors } from '../fieldErrors.ts';
import { useCreateActivity, useDeleteActivity, useReorderActivities } from '../mutations.ts';
import type { Activity, Roadmap } from '../queries.ts';
import { useEntryChanges } from '../unsaved/useEntryChanges.ts';
import { ConfirmDelete } from './ConfirmDelete.tsx';
import { UnsavedNotice } from './UnsavedNotice.tsx';

type ActivityYears = Pick<Activity, (typeof ACTIVITY_YEARS)[number]>;

/** A box for each year in which the activity was done. */
function YearBoxes({
  value,
  onChange,
}: {
  value: ActivityYears;
  onChange: (years: Partial<ActivityYears>) => void;
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

/** The form of a new activity (ACTV-006 to ACTV-011). */
function ActivityForm({
  roadmapId,
  category,
  onDone,
}: {
  roadmapId: string;
  category: ActivityCategory;
  onDone: () => void;
}) {
  const [values, setValues] = useState({
    name: '',
    body: '',
    freshmanYear: false,
    sophomoreYear: false,
    juniorYear: false,
    seniorYear: false,
  });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const create = useCreateActivity();
  const submit = () => {
    const result = newActivity.safeParse({ ...values, category });
    if (!result.success) {
      setErrors(fieldErrors(result.error));
      return;
    }
    setErrors({});
    create.mutate({ roadmapId, ...result.data }, { onSuccess: onDone });
  };
  return (
    <form
      noValidate
      aria-label="New activity"
      className="grid gap-4 pb-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        data-autofocus
        label="Name"
        required
        value={values.name}
        error={errors['name']}
        onChange={(event) => setValues({ ...values, name: event.target.value })}
      />
      <TextArea
        label="Description"
        optional
        rows={5}
        maxRows={10}
        maxLength={MAX_ACTIVITY_BODY}
        hint={`${values.body.length} of ${MAX_ACTIVITY_BODY} characters`}
        value={values.body}
        error={errors['body']}
        onChange={(event) => setValues({ ...values, body: event.target.value })}
      />
      <YearBoxes value={values} onChange={(years) => setValues({ ...values, ...years })} />
      <div className="flex justify-end gap-2">
        <CancelButton onClick={onDone} />
        <Button type="submit" variant="primary" busy={create.isPending}>
          Add record
        </Button>
      </div>
    </form>
  );
}

/** What may change of an activity, saved by itself; the name stays (ACTV-007). */
function ActivityEditor({ entry }: { entry: Activity }) {
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
      <YearBoxes value={value} onChange={change} />
      <UnsavedNotice problem={problem} onSave={saveAgain} onDiscard={discard} />
    </div>
  );
}

function ActivityCard({
  entry,
  canChange,
  onEdit,
  onDelete,
}: {
  entry: Activity;
  canChange: boolean;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: entry.id, disabled: !canChange });
  const years = YEARS.filter((_, index) => entry[ACTIVITY_YEARS[index] ?? 'freshmanYear']);
  return (
    <li
      ref={setNodeRef}
      style={{
        transform: transform === null ? undefined : `translate(${transform.x}px, ${transform.y}px)`,
        transition,
      }}
      className={
        isDragging
          ? 'relative z-10 flex gap-2 rounded-card border bg-surface p-3 shadow-float'
          : 'flex gap-2 rounded-card border bg-surface p-3'
      }
    >
      {canChange && (
        <button
          ref={setActivatorNodeRef}
          type="button"
          aria-label={`Move ${entry.name}`}
          className="touch-target -mt-0.5 -ml-1 flex size-6 shrink-0 cursor-grab touch-none items-center justify-center rounded-control text-muted hover:bg-hover"
          {...attributes}
          {...listeners}
        >
          <GripVertical aria-hidden className="size-4" />
        </button>
      )}
      <div className="grid min-w-0 flex-1 gap-1">
        <h3 className="font-medium wrap-anywhere">{entry.name}</h3>
        {entry.body !== '' && <p className="text-sm wrap-anywhere text-muted">{entry.body}</p>}
        {years.length > 0 && (
          <div className="flex flex-wrap gap-1 pt-1">
            {years.map((year) => (
              <YearBadge key={year} year={year} />
            ))}
          </div>
        )}
      </div>
      {canChange && (
        <Menu
          trigger={
            <IconButton label={`Actions for ${entry.name}`} icon={<Ellipsis />} className="-mt-1.5 -mr-1" />
          }
          actions={[
            { label: 'Edit', onSelect: onEdit },
            { label: 'Delete', icon: <Trash2 />, danger: true, onSelect: onDelete },
          ]}
        />
      )}
    </li>
  );
}

/** The activities of one category, in an order that drag and keyboard change. */
function CategorySection({
  category,
  entries,
  roadmap,
  onAdd,
  onEdit,
  onDelete,
}: {
  category: ActivityCategory;
  entries: readonly Activity[];
  roadmap: Roadmap;
  onAdd: () => void;
  onEdit: (entry: Activity) => void;
  onDelete: (entry: Activity) => void;
}) {
  const canChange = roadmap.permissions.includes('change_roadmap');
  const reorder = useReorderActivities();
  const sensors = useSortingSensors();
  // Shown at once in the new order, until the answer has it.
  const order = reorder.isPending ? reorder.variables.ids : entries.map(({ id }) => id);
  const shown = order.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
  const drop = ({ active, over }: DragEndEvent) => {
    if (over === null || active.id === over.id) return;
    const ids = arrayMove(order, order.indexOf(String(active.id)), order.indexOf(String(over.id)));
    reorder.mutate({ roadmapId: roadmap.id, category, ids });
  };
  const name = ACTIVITY_CATEGORIES[category];
  const nameOf = (id: string | number) => entries.find((entry) => entry.id === id)?.name ?? '';
  const placeOf = (id: string | number) => `place ${order.indexOf(String(id)) + 1} of ${order.length}`;
  return (
    <section aria-label={name} className="grid content-start gap-2">
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-semibold">{name}</h2>
        {canChange && (
          <Menu
            trigger={
              <Button icon={<Plus className="size-4" />} aria-label={`Add Record: ${name}`}>
                Add Record
              </Button>
            }
            actions={[{ label: 'New activity', onSelect: onAdd }]}
          />
        )}
      </div>
      {shown.length === 0 && (
        <p className="rounded-card border border-dashed px-3 py-4 text-center text-sm text-muted">
          Nothing here yet
        </p>
      )}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={drop}
        accessibility={{
          announcements: {
            onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}, ${placeOf(active.id)}.`,
            onDragOver: ({ active, over }) =>
              over ? `${nameOf(active.id)} is over ${placeOf(over.id)}.` : undefined,
            onDragEnd: ({ active, over }) =>
              over ? `${nameOf(active.id)} was dropped at ${placeOf(over.id)}.` : undefined,
            onDragCancel: ({ active }) => `${nameOf(active.id)} is back where it was.`,
          },
        }}
      >
        <SortableContext items={order} strategy={verticalListSortingStrategy}>
          <ul className="grid gap-2">
            {shown.map((entry) => (
              <ActivityCard
                key={entry.id}
                entry={entry}
                canChange={canChange}
                onEdit={() => onEdit(entry)}
                onDelete={() => onDelete(entry)}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
    </section>
  );
}

/** Activities by category (ACTV-001, ACTV-002). */
export function ActivitiesTab({ roadmap }: { roadmap: Roadmap }) {
  const [adding, setAdding] = useState<ActivityCategory | null>(null);
  const [editing, setEditing] = useState<string | null>(null);
  const [doomed, setDoomed] = useState<Activity | null>(null);
  const remove = useDeleteActivity();
  const edited = roadmap.activities.find(({ id }) => id === editing);
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      {ACTIVITY_CATEGORY_CODES.map((category) => (
        <CategorySection
          key={category}
          category={category}
          roadmap={roadmap}
          entries={roadmap.activities.filter((entry) => entry.category === category)}
          onAdd={() => setAdding(category)}
          onEdit={({ id }) => setEditing(id)}
          onDelete={setDoomed}
        />
      ))}
      <Dialog
        open={adding !== null}
        onClose={() => setAdding(null)}
        title={`Add to ${adding === null ? 'activities' : ACTIVITY_CATEGORIES[adding]}`}
      >
        {adding !== null && (
          <ActivityForm roadmapId={roadmap.id} category={adding} onDone={() => setAdding(null)} />
        )}
      </Dialog>
      <Dialog
        open={edited !== undefined}
        onClose={() => setEditing(null)}
        title={edited?.name ?? ''}
        description="Changes are saved by themselves."
        actions={<Button onClick={() => setEditing(null)}>Close</Button>}
      >
        {edited !== undefined && <ActivityEditor key={edited.id} entry={edited} />}
      </Dialog>
      <ConfirmDelete
        open={doomed !== null}
        title={`Delete ${doomed?.name ?? 'the activity'}?`}
        description="It is taken off the roadmap."
        busy={remove.isPending}
        onCancel={() => setDoomed(null)}
        onConfirm={() => doomed && remove.mutate(doomed.id, { onSettled: () => setDoomed(null) })}
      />
    </div>
  );
}
