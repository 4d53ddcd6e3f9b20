import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';
import { PinnedNextTasks } from '#src/features/tasks/components/upcoming/PinnedNextTasks.tsx';
import { UpcomingTasks } from '#src/features/tasks/components/upcoming/UpcomingTasks.tsx';
import { useSendTaskOutbox } from '#src/features/tasks/useSendTaskOutbox.ts';
import { taskQueries } from '#src/features/tasks/queries.ts';
import { userQueries } from '#src/features/users/queries.ts';
import { useReadOnlyReason } from '#src/ui/read-only.ts';
import { appPage } from '../extension/app-page.ts';
import { tabTaskLink } from '../extension/tab-task-link.tsx';
import { Messages } from './Messages.tsx';

// Loaded on demand: the popup must open quickly.
const QuickAdd = lazy(async () => ({
  default: (await import('#src/features/tasks/components/QuickAdd.tsx')).QuickAdd,
}));
const QuickAddForStudent = lazy(async () => ({
  default: (await import('#src/features/tasks/components/QuickAddForStudent.tsx')).QuickAddForStudent,
}));

/** Upcoming tasks (EXT-003, EXT-011): a student's own, or the next task of each of a mentor's pinned students. */
export function TasksSection({ me }: { me: Me }) {
  const [isAdding, setAdding] = useState(false);
  const readOnly = useReadOnlyReason();
  useSendTaskOutbox(me.pk);
  const showsOwn = !me.capabilities.includes('list_students');
  const isForStudents = me.capabilities.includes('manage_student_tasks');
  if (!showsOwn && !isForStudents && me.pinned_users.length === 0) return null;
  const title = showsOwn ? 'Upcoming tasks' : 'Next tasks';
  return (
    <section aria-label={title} className="grid min-w-0 gap-1">
      <header className="flex min-h-6 items-center justify-between px-1">
        <h2 className="text-xs font-medium text-muted">{title}</h2>
        {(showsOwn || isForStudents) && readOnly === undefined && (
          <button
            type="button"
            aria-expanded={isAdding}
            onClick={() => setAdding(!isAdding)}
            className="inline-flex h-6 items-center gap-1 rounded-control px-1 text-xs font-medium text-accent-text hover:underline"
          >
            <Plus aria-hidden className="size-3.5" />
            Add task
          </button>
        )}
      </header>
      {isAdding && (
        <Suspense fallback={<div className="h-8" />}>
          {isForStudents ? <AddForStudent viewerPk={me.pk} /> : <AddForMe viewerPk={me.pk} />}
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

function AddForStudent({ viewerPk }: { viewerPk: number }) {
  const students = useQuery(userQueries.myStudents());
  if (students.isError) return <p className="px-1 text-muted">Could not load your students. Try again.</p>;
  return students.data && <QuickAddForStudent viewerPk={viewerPk} students={students.data} />;
}

function AddForMe({ viewerPk }: { viewerPk: number }) {
  const lists = useQuery(taskQueries.choices(null));
  if (lists.isError) return <p className="px-1 text-muted">Could not load your lists. Try again.</p>;
  if (lists.data === undefined) return null;
  if (lists.data.length > 0) return <QuickAdd viewerPk={viewerPk} lists={lists.data} />;
  return (
    <p className="px-1 text-muted">
      Add a list in{' '}
      <a
        href={appPage(paths.tasks)}
        target="_blank"
        rel="noreferrer"
        className="text-accent-text hover:underline"
      >
        GoPath
      </a>{' '}
      first.
    </p>
  );
}
