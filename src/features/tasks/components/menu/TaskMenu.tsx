import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { ChevronDown, ChevronRight, ListTodo } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { NavLink, useMatch } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import type { ListResponse } from '#shared/tasks/responses.ts';
import type { Me } from '#shared/users/responses.ts';
import { readStored, store } from '#src/lib/device-storage.ts';
import { useAfterPaint } from '#src/lib/timing/useAfterPaint.ts';
import { listQueries } from '../../list-queries.ts';
import { AddButton, Lists } from './TaskMenuLists.tsx';
import type { Student } from './ViewedLists.tsx';

// Loaded on demand: the menu is on every page.
const ViewedLists = lazy(async () => ({ default: (await import('./ViewedLists.tsx')).ViewedLists }));
const AddListDialog = lazy(async () => ({
  default: (await import('../lists/AddListDialog.tsx')).AddListDialog,
}));

const OPEN_KEY = 'gopath-task-menu';
/** The delay before reloading unknown lists (LIST-032). */
const RELOAD_DELAY_MS = 1500;

/** The side menu's Tasks entry: favorites, the viewer's lists, and the lists of the person whose page is open. */
export function TaskMenu({ viewer }: { viewer: Pick<Me, 'pk' | 'capabilities' | 'students'> }) {
  const id = useId();
  const [open, setOpen] = useState(() => readStored(OPEN_KEY) !== 'closed');
  const isPainted = useAfterPaint();
  const own = useQuery({ ...listQueries.own(), enabled: isPainted });
  const favorites = useQuery({ ...listQueries.favorites(), enabled: isPainted });
  const student = useViewedStudent(viewer);
  const [adding, setAdding] = useState(false);
  useReloadUnknown(own.data, favorites.data, () => void own.refetch());

  const Chevron = open ? ChevronDown : ChevronRight;
  const toggle = () => {
    setOpen(!open);
    store(OPEN_KEY, open ? 'closed' : 'open');
  };
  return (
    <li>
      <div className="flex items-center">
        <NavLink
          to={paths.tasks}
          end
          className={({ isActive }) =>
            clsx(
              'relative flex h-9 min-w-0 flex-1 items-center gap-2.5 rounded-control px-3 font-medium pointer-coarse:h-11',
              isActive
                ? 'bg-accent-soft text-accent-text before:absolute before:inset-y-1.5 before:left-0 before:w-0.5 before:rounded-full before:bg-accent'
                : 'text-text hover:bg-hover [&_svg]:text-muted',
            )
          }
        >
          <ListTodo aria-hidden className="size-4" />
          Tasks
        </NavLink>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          aria-label={open ? 'Hide task lists' : 'Show task lists'}
          onClick={toggle}
          className="touch-target grid size-9 shrink-0 place-items-center rounded-control text-muted hover:bg-hover"
        >
          <Chevron aria-hidden className="size-4" />
        </button>
      </div>
      <div id={id} hidden={!open} className="grid grid-cols-[minmax(0,1fr)] gap-2 pt-1 pb-2 pl-6">
        <Lists name="favorites" title="Favorites" lists={favorites.data} viewerPk={viewer.pk}>
          Star a list to pin it here.
        </Lists>
        <Lists name="own" title="My To-Do Lists" lists={own.data} viewerPk={viewer.pk}>
          No lists yet.
        </Lists>
        <AddButton onClick={() => setAdding(true)}>Add list</AddButton>
        {student !== undefined && (
          <Suspense>
            <ViewedLists key={student.pk} viewer={viewer} student={student} />
          </Suspense>
        )}
      </div>
      <Suspense>{adding && <AddListDialog viewer={viewer} onClose={() => setAdding(false)} />}</Suspense>
    </li>
  );
}

/** Returns the student whose page is open, if the viewer is their parent or mentor. */
function useViewedStudent({ students }: Pick<Me, 'students'>): Student | undefined {
  const match = useMatch('/users/:pk/*');
  const pk = Number(match?.params['pk']);
  return students.find((student) => student.pk === pk);
}

/** Reloads the viewer's lists when the open list is in no menu: its owner is unknown (LIST-032). */
function useReloadUnknown(
  own: readonly ListResponse[] | undefined,
  favorites: readonly ListResponse[] | undefined,
  reload: () => void,
) {
  const slug = useMatch('/tasks/:slug/*')?.params['slug'];
  const isUnknown =
    slug !== undefined &&
    own !== undefined &&
    ![...own, ...(favorites ?? [])].some((list) => list.slug === slug);
  useEffect(() => {
    if (!isUnknown) return;
    const timer = setTimeout(reload, RELOAD_DELAY_MS);
    return () => clearTimeout(timer);
    // Once per unknown list: `reload` changes with every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isUnknown, slug]);
}
