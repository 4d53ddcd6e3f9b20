import { ChevronRight } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';

// Loaded on demand: the panel must open quickly.
const StudentTasks = lazy(() => import('./StudentTasks.tsx'));
const StudentNotes = lazy(() => import('./StudentNotes.tsx'));

/** A section that loads its content when it is opened. */
function Details({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="group shrink-0 border-b text-sm"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex h-9 list-none items-center gap-1.5 px-3 text-muted hover:bg-hover focus-visible:-outline-offset-2">
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
        {title}
      </summary>
      <div className="max-h-40 overflow-y-auto px-3 pb-2">
        {isOpen && <Suspense fallback={<SkeletonText lines={2} />}>{children}</Suspense>}
      </div>
    </details>
  );
}

/** The student's upcoming tasks and latest notes. */
export function StudentContext({
  viewerPk,
  student,
  exceptPk,
}: {
  viewerPk: number;
  student: { id: string; pk: number; fullName: string };
  /** The note in the editor. */
  exceptPk: number | null;
}) {
  const [firstName] = student.fullName.split(' ');
  return (
    <>
      <Details title={`Upcoming tasks of ${firstName}`}>
        <StudentTasks viewerPk={viewerPk} studentPk={student.pk} />
      </Details>
      <Details title={`Recent notes about ${firstName}`}>
        <StudentNotes studentId={student.id} exceptPk={exceptPk} />
      </Details>
    </>
  );
}
