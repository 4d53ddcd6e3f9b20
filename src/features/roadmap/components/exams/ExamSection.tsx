import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '#src/ui/display/Badge.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { isUpcoming } from '../../dates.ts';

/** One kind of exam: its best scores and its table. */
export function ExamSection({
  id,
  title,
  addLabel,
  best,
  onAdd,
  children,
}: {
  /** The id of its heading. */
  id: string;
  title: string;
  addLabel: string;
  best?: ReactNode;
  /** Missing when the viewer cannot add scores. */
  onAdd?: (() => void) | undefined;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id={id} tabIndex={-1} className="text-lg font-semibold">
          {title}
        </h2>
        {best}
        {onAdd && (
          <Button className="ml-auto" icon={<Plus className="size-4" />} onClick={onAdd}>
            {addLabel}
          </Button>
        )}
      </div>
      {children}
    </section>
  );
}

/** The best total of one test, and the best sections of all tests. */
export function BestScore({ single, superscore }: { single: number | null; superscore: number | null }) {
  if (single === null) return null;
  return (
    <p className="text-sm text-muted">
      Best <strong className="text-text tabular-nums">{single}</strong>
      {superscore !== null && (
        <>
          {' · '}Superscore <strong className="text-text tabular-nums">{superscore}</strong>
        </>
      )}
    </p>
  );
}

/** The date of a test, marked when it is in the future. */
export function ExamDate({ test, text }: { test: { takenAt: string; score: number | null }; text: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      {text}
      {isUpcoming(test) && <Badge tone="accent">Upcoming</Badge>}
    </span>
  );
}

/** Sorts upcoming tests first, by date; then past ones, newest first. */
export function sortTests<Test extends { takenAt: string; score: number | null }>(
  tests: readonly Test[],
): Test[] {
  return [
    ...tests.filter(isUpcoming).toSorted((a, b) => a.takenAt.localeCompare(b.takenAt)),
    ...tests.filter((test) => !isUpcoming(test)),
  ];
}

/** Replaces an empty table. */
export function NoScores({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-card border border-dashed px-3 py-4 text-center text-sm text-muted">{children}</p>
  );
}
