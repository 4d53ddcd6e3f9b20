import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useDebounced } from '#src/lib/timing/useDebounced.ts';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { Highlight } from '#src/ui/display/Highlight.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useMoveTask } from '../../edit-mutations.ts';
import { taskEditQueries } from '../../edit-queries.ts';
import type { TaskRow } from '../../queries.ts';

/** The debounce of the list search (TASK-022). */
const SEARCH_DEBOUNCE_MS = 600;

/** Chooses the list that a task moves to, with a search of lists (TASK-021). */
export function MoveTaskDialog({ task, onClose }: { task: TaskRow; onClose: () => void }) {
  const [search, setSearch] = useState('');
  const debounced = useDebounced(setSearch, SEARCH_DEBOUNCE_MS);
  const targets = useQuery(taskEditQueries.moveTargets(task.pk, search));
  const move = useMoveTask();
  return (
    <Dialog
      open
      onClose={onClose}
      title="Move task"
      description={`Choose a list for “${task.name}”.`}
      width="small"
      actions={<CancelButton onClick={onClose} />}
    >
      <div className="grid gap-3">
        <TextField
          label="Search lists"
          icon={<Search />}
          autoComplete="off"
          maxLength={100}
          data-autofocus
          onChange={(event) => debounced(event.target.value)}
        />
        {targets.isError ? (
          <ErrorState title="Search error" onRetry={() => void targets.refetch()} />
        ) : targets.data === undefined ? (
          <SkeletonText lines={4} />
        ) : (
          <ul aria-label="Lists" className="grid min-h-24 content-start">
            {targets.data.length === 0 && (
              <li className="py-2 text-muted">
                {search === '' ? 'No other list to move it to.' : 'No matching list'}
              </li>
            )}
            {targets.data.map((list) => (
              <li key={list.pk}>
                <button
                  type="button"
                  className="flex min-h-9 w-full items-center rounded-control px-2 text-left hover:bg-hover pointer-coarse:min-h-11"
                  onClick={() => {
                    move.mutate({ task, to: list, from: task.containingList });
                    onClose();
                  }}
                >
                  <span className="min-w-0 flex-1 truncate">
                    <Highlight text={list.name} match={search} />
                  </span>
                  {list.private && <span className="text-xs text-muted">Private</span>}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
