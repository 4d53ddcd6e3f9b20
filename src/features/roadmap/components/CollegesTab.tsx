import { DndContext, type DragEndEvent, useDroppable } from '@dnd-kit/core';
import clsx from 'clsx';
import { Scale } from 'lucide-react';
import { type ReactNode, use, useState } from 'react';
import {
  ADMISSION_CATEGORIES,
  ADMISSION_CATEGORY_CODES,
  type AdmissionCategory,
} from '#shared/roadmap/colleges.ts';
import { overPlace, useMovingSensors } from '#src/lib/drag-sensors.ts';
import { Button } from '#src/ui/Button.tsx';
import { useDeleteCollege } from '../mutations.ts';
import type { College, Roadmap } from '../queries.ts';
import { AddCollege } from './AddCollege.tsx';
import { CollegeCard } from './CollegeCard.tsx';
import { ownScores } from './collegeFacts.ts';
import { RoadmapChangesContext, useShown } from '../unsaved/useEntryChanges.ts';
import { CompareColleges } from './CompareColleges.tsx';
import { ConfirmDelete } from './ConfirmDelete.tsx';

function CategoryColumn({
  category,
  size,
  children,
}: {
  category: AdmissionCategory;
  size: number;
  children: ReactNode;
}) {
  const { setNodeRef, isOver } = useDroppable({ id: category });
  const name = `${ADMISSION_CATEGORIES[category]} schools`;
  return (
    <section
      ref={setNodeRef}
      aria-label={name}
      className={clsx('grid content-start gap-3 rounded-card', isOver && 'bg-accent-soft')}
    >
      <h2 className="font-semibold">
        {name} <span className="font-normal text-muted tabular-nums">({size})</span>
      </h2>
      {size === 0 ? (
        <p className="rounded-card border border-dashed px-3 py-6 text-center text-sm text-muted">
          Nothing here yet
        </p>
      ) : (
        <ul className="grid gap-3">{children}</ul>
      )}
    </section>
  );
}

/** Colleges by category, moved between them by drag, by keyboard and by menu (COLL-001). */
export function CollegesTab({ roadmap }: { roadmap: Roadmap }) {
  const [compared, setCompared] = useState<ReadonlySet<string>>(new Set());
  const [isComparing, setComparing] = useState(false);
  const [doomed, setDoomed] = useState<College | null>(null);
  const remove = useDeleteCollege();
  const sensors = useMovingSensors();
  const own = ownScores(roadmap);
  const changes = use(RoadmapChangesContext);
  // Shown at once where it was dropped.
  const categories = useShown('college', roadmap.colleges, 'admissionCategory');
  const drop = ({ active, over }: DragEndEvent) => {
    const index = roadmap.colleges.findIndex(({ id }) => id === active.id);
    const college = roadmap.colleges[index];
    const category = over?.id as AdmissionCategory | undefined;
    if (college === undefined || category === undefined || category === categories[index]) return;
    changes?.of('college', college).change({ admissionCategory: category });
  };
  const nameOf = (id: string | number) => roadmap.colleges.find((college) => college.id === id)?.name ?? '';
  const categoryName = (id: string | number) => ADMISSION_CATEGORIES[id as AdmissionCategory];
  const chosen = roadmap.colleges.filter(({ id }) => compared.has(id));

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-end gap-2">
        {chosen.length > 0 && (
          <Button
            icon={<Scale className="size-4" />}
            disabledReason={chosen.length < 2 ? 'Choose at least two colleges' : undefined}
            onClick={() => setComparing(true)}
          >
            Compare {chosen.length}
          </Button>
        )}
        {roadmap.permissions.includes('change_roadmap') && <AddCollege roadmapId={roadmap.id} />}
      </div>
      <DndContext
        sensors={sensors}
        collisionDetection={overPlace}
        onDragEnd={drop}
        accessibility={{
          announcements: {
            onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}.`,
            onDragOver: ({ active, over }) =>
              over ? `${nameOf(active.id)} is over ${categoryName(over.id)}.` : undefined,
            onDragEnd: ({ active, over }) =>
              over ? `${nameOf(active.id)} was dropped on ${categoryName(over.id)}.` : undefined,
            onDragCancel: ({ active }) => `${nameOf(active.id)} is back where it was.`,
          },
        }}
      >
        <div className="grid gap-6 lg:grid-cols-3">
          {ADMISSION_CATEGORY_CODES.map((category) => {
            // By name, also one that was moved here and is not saved yet.
            const colleges = roadmap.colleges
              .filter((_, index) => categories[index] === category)
              .toSorted((a, b) => a.name.localeCompare(b.name));
            return (
              <CategoryColumn key={category} category={category} size={colleges.length}>
                {colleges.map((college) => (
                  <CollegeCard
                    key={college.id}
                    college={college}
                    own={own}
                    isCompared={compared.has(college.id)}
                    onCompare={(isCompared) => {
                      const next = new Set(compared);
                      if (isCompared) next.add(college.id);
                      else next.delete(college.id);
                      setCompared(next);
                    }}
                    onDelete={() => setDoomed(college)}
                  />
                ))}
              </CategoryColumn>
            );
          })}
        </div>
      </DndContext>
      <CompareColleges
        open={isComparing && chosen.length > 1}
        colleges={chosen}
        own={own}
        onClose={() => setComparing(false)}
      />
      <ConfirmDelete
        open={doomed !== null}
        title={`Delete ${doomed?.name ?? 'the college'}?`}
        description="Its notes go with it."
        busy={remove.isPending}
        onCancel={() => setDoomed(null)}
        onConfirm={() => doomed && remove.mutate(doomed.id, { onSettled: () => setDoomed(null) })}
      />
    </div>
  );
}
