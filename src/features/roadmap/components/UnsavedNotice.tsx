import { TriangleAlert } from 'lucide-react';
import { useIsStored } from '#src/lib/drafts/useIsStored.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import type { SaveProblem } from '../unsaved/entry-changes.ts';

/** Shows that a change is stored only on this device, or not at all, with the possible actions. */
export function UnsavedNotice({
  problem,
  onSave,
  onDiscard,
}: {
  problem: SaveProblem | null;
  onSave: () => void;
  onDiscard: () => void;
}) {
  const isStored = useIsStored();
  if (problem === null) return null;
  const [kept, notSaved] = isStored
    ? ['is kept on this device', 'Not saved yet, kept on this device.']
    : ['is not saved', 'Not saved. Save before leaving.'];
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 rounded-control bg-warning-soft px-2 py-1.5 text-sm text-warning"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 basis-40">
        {problem.isConflict ? `Someone else changed this. Your change ${kept}.` : notSaved}
      </span>
      <span className="flex gap-2">
        <Button onClick={onSave}>{problem.isConflict ? 'Save mine' : 'Try again'}</Button>
        <Button variant="ghost" onClick={onDiscard}>
          {problem.isConflict ? 'Keep their version' : 'Discard'}
        </Button>
      </span>
    </div>
  );
}
