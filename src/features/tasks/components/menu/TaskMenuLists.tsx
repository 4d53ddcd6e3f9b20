import clsx from 'clsx';
import { Lock, Plus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { NavLink } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import type { ListResponse } from '#shared/tasks/responses.ts';
import { useReadOnlyReason } from '#src/ui/read-only.ts';
import { useExpectedRows } from './useExpectedRows.ts';

/** A button below the lists of the task menu. */
export function AddButton({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  const readOnly = useReadOnlyReason();
  return (
    <button
      type="button"
      aria-disabled={readOnly !== undefined || undefined}
      title={readOnly}
      onClick={readOnly === undefined ? onClick : undefined}
      className="flex aria-disabled:cursor-not-allowed aria-disabled:opacity-55 h-8 items-center gap-2 rounded-control px-2 text-left text-sm text-muted hover:bg-hover hover:text-text pointer-coarse:h-11"
    >
      <Plus aria-hidden className="size-4" />
      {children}
    </button>
  );
}

/** A section of the task menu: links to lists, with their numbers of open tasks. */
export function Lists({
  name,
  title,
  lists,
  viewerPk,
  children,
}: {
  /** Identifies the section on this device. */
  name: string;
  title: string;
  lists: readonly ListResponse[] | undefined;
  viewerPk: number;
  /** The text for an empty section. */
  children: ReactNode;
}) {
  const id = useId();
  const expectedRows = useExpectedRows(name, lists?.length);
  return (
    <section aria-labelledby={id}>
      <h3 id={id} data-private className="truncate px-2 py-0.5 text-xs font-medium text-muted">
        {title}
      </h3>
      {(lists?.length ?? expectedRows) === 0 && (
        <p className={clsx('px-2 text-xs text-muted', lists === undefined && 'invisible')}>{children}</p>
      )}
      <ul data-private className="grid grid-cols-[minmax(0,1fr)]">
        {lists === undefined &&
          Array.from({ length: expectedRows }, (_, index) => (
            <li key={index} aria-hidden className="h-8 pointer-coarse:h-11" />
          ))}
        {lists?.map((list) => (
          <li key={list.pk}>
            <NavLink
              to={
                list.user_id === viewerPk
                  ? paths.taskList(list.slug)
                  : paths.userTaskList(list.user_id, list.slug)
              }
              className={({ isActive }) =>
                clsx(
                  'flex h-8 items-center gap-2 rounded-control px-2 text-sm pointer-coarse:h-11',
                  isActive ? 'bg-accent-soft font-medium text-accent-text' : 'hover:bg-hover',
                )
              }
            >
              <span className="min-w-0 flex-1 truncate">{list.name}</span>
              {list.private && <Lock aria-label="Private" className="size-3 shrink-0 text-muted" />}
              <span className="text-xs text-muted tabular-nums">
                {list.tasks.length}
                <span className="sr-only"> open</span>
              </span>
            </NavLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
