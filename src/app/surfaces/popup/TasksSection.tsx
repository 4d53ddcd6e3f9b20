import { Plus } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Me } from '#shared/users/responses.ts';
import { PinnedNextTasks } from '#src/features/tasks/components/upcoming/PinnedNextTasks.tsx';
import { UpcomingTasks } from '#src/features/tasks/components/upcoming/UpcomingTasks.tsx';
import { useSendTaskOutbox } from '#src/features/tasks/useSendTaskOutbox.ts';
import { useReadOnlyReason } from '#src/ui/read-only.ts';
import { tabTaskLink } from '../extension/tab-task-link.tsx';
import { Messages } from './Messages.tsx';

// Loaded on demand: the popup must open quickly.
const AddTask = lazy(async () => ({ default: (await import('./AddTask.tsx')).AddTask }));
const loadDraft = () => import('./add-task-draft.ts');

/** Upcoming tasks (EXT-003, EXT-011): a student's own, or the next task of each of a mentor's pinned students. */
export function TasksSection({ me }: { me: Me }) {
  const [isAdding, setAdding] = useState(false);
  const readOnly = useReadOnlyReason();
  useSendTaskOutbox(me.pk);
  const showsOwn = !me.capabilities.includes('list_students');
  const isForStudents = me.capabilities.includes('manage_student_tasks');
  const canAdd = (showsOwn || isForStudents) && readOnly === undefined;
  useEffect(() => {
    if (!canAdd) return;
    void loadDraft()
      .then(({ hasTypedTask }) => hasTypedTask(me.pk))
      .then((isTyped) => isTyped && setAdding(true));
  }, [canAdd, me.pk]);
  if (!showsOwn && !isForStudents && me.pinned_users.length === 0) return null;
  const title = showsOwn ? 'Upcoming tasks' : 'Next tasks';
  return (
    <section aria-label={title} className="grid min-w-0 gap-1">
      <header className="flex min-h-6 items-center justify-between px-1">
        <h2 className="text-xs font-medium text-muted">{title}</h2>
        {canAdd && (
          <button
            type="button"
            aria-expanded={isAdding}
            onClick={() => {
              if (isAdding) void loadDraft().then(({ discardTypedTask }) => discardTypedTask(me.pk));
              setAdding(!isAdding);
            }}
            className="inline-flex h-6 items-center gap-1 rounded-control px-1 text-xs font-medium text-accent-text hover:underline"
          >
            <Plus aria-hidden className="size-3.5" />
            Add task
          </button>
        )}
      </header>
      {isAdding && (
        <Suspense fallback={<div className="h-8" />}>
          <AddTask viewerPk={me.pk} isForStudents={isForStudents} />
        </Suspense>
      )}
      <Messages />
      <div className="px-1">
        {showsOwn ? (
          <UpcomingTasks viewerPk={me.pk} renderLink={tabTaskLink(me.pk)} dense />
        ) : (
          <PinnedNextTasks renderLink={tabTaskLink(me.pk)} limit={2} />
        )}
      </div>
    </section>
  );
}
