import { closestCenter, DndContext, type DragEndEvent } from '@dnd-kit/core';
import { arrayMove, SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Plus } from 'lucide-react';
import { ACTIVITY_CATEGORIES, type ActivityCategory } from '#shared/roadmap/activities.ts';
import { sortingAnnouncements } from '#src/lib/drag-announcements.ts';
import { useSortingSensors } from '#src/lib/drag-sensors.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Menu } from '#src/ui/overlays/Menu.tsx';
import { useReorderActivities } from '../../mutations.ts';
import type { Activity, Roadmap } from '../../queries.ts';
import { ActivityCard } from './ActivityCard.tsx';

/** Returns the id of a category's heading. */
export const activityHeadingId = (category: ActivityCategory) => `activities-${category}`;

/** The activities of one category, sorted by drag or keyboard. */
export function ActivityCategorySection({
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
  // Shows the new order before the server has stored it.
  const order = reorder.isPending ? reorder.variables.ids : entries.map(({ id }) => id);
  const shown = order.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
  const drop = ({ active, over }: DragEndEvent) => {
    if (over === null || active.id === over.id) return;
    const ids = arrayMove(order, order.indexOf(String(active.id)), order.indexOf(String(over.id)));
    reorder.mutate({ roadmapId: roadmap.id, category, ids });
  };
  const name = ACTIVITY_CATEGORIES[category];
  const nameOf = (id: string | number) => entries.find((entry) => entry.id === id)?.name ?? '';
  return (
    <section aria-label={name} className="grid content-start gap-2">
      <div className="flex items-center justify-between gap-2">
        <h2 id={activityHeadingId(category)} tabIndex={-1} className="font-semibold">
          {name}
        </h2>
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
          No activities yet
        </p>
      )}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={drop}
        accessibility={{ announcements: sortingAnnouncements(order, nameOf) }}
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
