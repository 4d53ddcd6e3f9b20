import { Suspense } from 'react';
import { lazyPart } from '#src/lib/lazy-part.ts';
import type { NewTask } from '../outbox.ts';

const RefusedTasks = lazyPart(async () => (await import('./upcoming/RefusedTasks.tsx')).RefusedTasks);

/** New tasks that the server does not have: those that wait to be sent, and those that it refused. */
export function UnsentTasks({ viewerPk, tasks }: { viewerPk: number; tasks: readonly NewTask[] }) {
  const unsent = tasks.filter(({ refusal }) => refusal === undefined);
  const refused = tasks.filter(({ refusal }) => refusal !== undefined);
  return (
    <>
      {unsent.length > 0 && (
        <div role="group" aria-label="Waiting to be sent">
          <p className="text-xs font-semibold text-muted">Waiting to be sent</p>
          <ul>
            {unsent.map((entry) => (
              <li key={entry.id} className="flex min-h-10 items-center text-muted">
                {entry.input.name}
              </li>
            ))}
          </ul>
        </div>
      )}
      {refused.length > 0 && (
        <Suspense>
          <RefusedTasks viewerPk={viewerPk} tasks={refused} />
        </Suspense>
      )}
    </>
  );
}
