import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  type UniqueIdentifier,
  useDroppable,
} from '@dnd-kit/core';
import clsx from 'clsx';
import { Scale } from 'lucide-react';
import { lazy, type ReactNode, Suspense, use, useState } from 'react';
import {
  ADMISSION_CATEGORIES,
  ADMISSION_CATEGORY_CODES,
  type AdmissionCategory,
} from '#shared/roadmap/colleges.ts';
import { overPlace, useMovingSensors } from '#src/lib/drag-sensors.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { useDeleteCollege } from '../../mutations.ts';
import type { College, Roadmap } from '../../queries.ts';
import { RoadmapChangesContext, useShown } from '../../unsaved/useEntryChanges.ts';
import { AddCollege } from './AddCollege.tsx';
import { CollegeCard } from './CollegeCard.tsx';
import { bestScores } from './college-facts.ts';

const CompareColleges = lazy(async () => ({
  default: (await import('./CompareColleges.tsx')).CompareColleges,
}));
const ConfirmDelete = lazy(async () => ({ default: (await import('../ConfirmDelete.tsx')).ConfirmDelete }));

const headingId = (category: AdmissionCategory | null) => `colleges-${category ?? 'none'}`;

function Heading({
  category,
  name,
  size,
}: {
  category: AdmissionCategory | null;
  name: string;
  size: number;
}) {
  return (
    <h2 id={headingId(category)} tabIndex={-1} className="font-semibold">
      {name} <span className="font-normal text-muted tabular-nums">({size})</span>
    </h2>
  );
}

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
      <Heading category={category} name={name} size={size} />
      {size === 0 ? (
        <p className="rounded-card border border-dashed px-3 py-6 text-center text-sm text-muted">
          No colleges yet
        </p>
      ) : (
        <ul className="grid gap-3">{children}</ul>
      )}
    </section>
  );
}

/** Returns the set with or without the member. */
function toggled(set: ReadonlySet<string>, member: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isIn) next.add(member);
  else next.delete(member);
  return next;
}

/** Returns what a screen reader says while a college is dragged. */
function announcementsFor(colleges: readonly College[]): Announcements {
  const nameOf = (id: UniqueIdentifier) => colleges.find((college) => college.id === id)?.name ?? '';
  const categoryName = (id: UniqueIdentifier) => ADMISSION_CATEGORIES[id as AdmissionCategory];
  return {
    onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${nameOf(active.id)} is over ${categoryName(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) =>
      over ? `${nameOf(active.id)} was dropped on ${categoryName(over.id)}.` : undefined,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back in its category.`,
  };
}

/** The bar that compares the chosen colleges. */
function CompareBar({
  count,
  onCompare,
  onClear,
}: {
  /** The number of chosen colleges. */
  count: number;
  onCompare: () => void;
  onClear: () => void;
}) {
  return (
    <div
      data-action-bar
      className="sticky bottom-3 z-20 flex items-center justify-center gap-2 justify-self-center rounded-card border bg-surface p-2 shadow-float"
    >
      <Button
        variant="primary"
        icon={<Scale className="size-4" />}
        disabledReason={count < 2 ? 'Choose at least two colleges' : undefined}
        onClick={onCompare}
      >
        {`Compare (${count})`}
      </Button>
      <Button variant="ghost" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}

/** Colleges by category, moved between categories by drag, keyboard or menu (COLL-001). */
export function CollegesTab({ roadmap, isOwn }: { roadmap: Roadmap; isOwn: boolean }) {
  const [compared, setCompared] = useState<ReadonlySet<string>>(new Set());
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [isComparing, setComparing] = useState(false);
  const [toDelete, setToDelete] = useState<College | null>(null);
  // Loads the dialog's code when it first opens, and keeps it mounted for the closing transition.
  const [wasAsked, setWasAsked] = useState(false);
  if (toDelete !== null && !wasAsked) setWasAsked(true);
  const remove = useDeleteCollege();
  const sensors = useMovingSensors();
  const student = bestScores(roadmap, isOwn);
  const changes = use(RoadmapChangesContext);
  // Unsaved moves show immediately.
  const categories = useShown('college', roadmap.colleges, 'admissionCategory');
  const drop = ({ active, over }: DragEndEvent) => {
    const index = roadmap.colleges.findIndex(({ id }) => id === active.id);
    const college = roadmap.colleges[index];
    const category = over?.id as AdmissionCategory | undefined;
    if (college === undefined || category === undefined || category === categories[index]) return;
    changes?.of('college', college).change({ admissionCategory: category });
  };
  const chosen = roadmap.colleges.filter(({ id }) => compared.has(id));
  const cardsOf = (category: AdmissionCategory | null) =>
    roadmap.colleges
      .filter((_, index) => categories[index] === category)
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map((college) => (
        <CollegeCard
          key={college.id}
          college={college}
          student={student}
          isExpanded={expanded.has(college.id)}
          onExpand={(isExpanded) => setExpanded(toggled(expanded, college.id, isExpanded))}
          isCompared={compared.has(college.id)}
          onCompare={(isCompared) => setCompared(toggled(compared, college.id, isCompared))}
          onDelete={() => setToDelete(college)}
        />
      ));
  const uncategorized = cardsOf(null);

  return (
    <div className="grid gap-4">
      {roadmap.permissions.includes('change_roadmap') && (
        <div className="flex justify-end">
          <AddCollege roadmapId={roadmap.id} />
        </div>
      )}
      <DndContext
        sensors={sensors}
        collisionDetection={overPlace}
        onDragEnd={drop}
        accessibility={{ announcements: announcementsFor(roadmap.colleges) }}
      >
        {uncategorized.length > 0 && (
          <section aria-label="No category yet" className="grid gap-3">
            <div>
              <Heading category={null} name="No category yet" size={uncategorized.length} />
              <p className="text-sm text-muted">Mentors choose reach, target or safety for each college.</p>
            </div>
            <ul className="grid items-start gap-x-6 gap-y-3 lg:grid-cols-3">{uncategorized}</ul>
          </section>
        )}
        <div className="grid gap-6 lg:grid-cols-3">
          {ADMISSION_CATEGORY_CODES.map((category) => {
            const cards = cardsOf(category);
            return (
              <CategoryColumn key={category} category={category} size={cards.length}>
                {cards}
              </CategoryColumn>
            );
          })}
        </div>
      </DndContext>
      {chosen.length > 0 && (
        <CompareBar
          count={chosen.length}
          onCompare={() => setComparing(true)}
          onClear={() => setCompared(new Set())}
        />
      )}
      <Suspense>
        {chosen.length > 1 && (
          <CompareColleges
            open={isComparing && chosen.length > 1}
            colleges={chosen}
            student={student}
            onClose={() => setComparing(false)}
          />
        )}
        {wasAsked && (
          <ConfirmDelete
            open={toDelete !== null}
            title={`Delete ${toDelete?.name ?? 'the college'}?`}
            description="This removes the college and its notes from the roadmap."
            focusAfter={headingId(toDelete?.admissionCategory ?? null)}
            onClose={() => setToDelete(null)}
            onConfirm={async () => {
              if (toDelete === null) return;
              await remove.mutateAsync(toDelete.id);
              changes?.of('college', toDelete).discard();
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
