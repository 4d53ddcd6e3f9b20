import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';
import { PinnedNextTasks } from '#src/features/tasks/components/PinnedNextTasks.tsx';
import { UpcomingTasks } from '#src/features/tasks/components/UpcomingTasks.tsx';
import { useSendTaskOutbox } from '#src/features/tasks/mutations.ts';
import { taskQueries } from '#src/features/tasks/queries.ts';
import { appPage } from '../extension/app-page.ts';
import { tabTaskLink } from '../extension/tab-task-link.tsx';
import { Messages } from './Messages.tsx';

// The reader of dates and its form come when somebody wants to add something.
const QuickAdd = lazy(async () => ({
  default: (await import('#src/features/tasks/components/QuickAdd.tsx')).QuickAdd,
}));

/** What is due (EXT-003, EXT-011): a student's own tasks; of the pinned students of others, what comes next. */
export function TasksSection({ me }: { me: Me }) {
  const [isAdding, setAdding] = useState(false);
  const lists = useQuery({ ...taskQueries.choices(null), enabled: isAdding });
  useSendTaskOutbox(me.pk);
  const showsOwn = !me.capabilities.includes('list_students');
  if (!showsOwn && me.pinned_users.length === 0) return null;
  return (
    <section aria-label={showsOwn ? 'Upcoming tasks' : 'Next tasks'} className="grid min-w-0 gap-1">
      <header className="flex min-h-6 items-center justify-between px-1">
        <h2 className="text-xs font-medium text-muted">{showsOwn ? 'Upcoming tasks' : 'Next tasks'}</h2>
        {showsOwn && (
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
          {lists.data !== undefined &&
            (lists.data.length > 0 ? (
              <QuickAdd viewerPk={me.pk} lists={lists.data} />
            ) : (
              <p className="px-1 text-muted">
                Make a list in{' '}
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
            ))}
        </Suspense>
      )}
      <Messages />
      <div className="px-1">
        {showsOwn ? (
          <UpcomingTasks viewerPk={me.pk} renderLink={tabTaskLink(me.pk)} dense />
        ) : (
          <PinnedNextTasks renderLink={tabTaskLink(me.pk)} most={2} />
        )}
      </div>
    </section>
  );
}
