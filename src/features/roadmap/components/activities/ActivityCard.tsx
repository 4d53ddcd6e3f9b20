import { useSortable } from '@dnd-kit/sortable';
import { Ellipsis, GripVertical, Pencil, Trash2 } from 'lucide-react';
import { yearsOf } from '#shared/roadmap/activities.ts';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { Menu } from '#src/ui/overlays/Menu.tsx';
import { YearBadge } from '#src/ui/display/YearBadge.tsx';
import type { Activity } from '../../queries.ts';

/** An activity, sorted by dragging its handle or with the keyboard. */
export function ActivityCard({
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
  const years = yearsOf(entry);
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
            { label: 'Edit', icon: <Pencil />, onSelect: onEdit },
            { label: 'Delete', icon: <Trash2 />, danger: true, onSelect: onDelete },
          ]}
        />
      )}
    </li>
  );
}
