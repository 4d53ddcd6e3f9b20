import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { ChevronDown, ChevronRight, ListTodo, Lock, Plus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react';
import { NavLink, useMatch, useNavigate } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import type { ListResponse } from '#shared/tasks/responses.ts';
import type { Me } from '#shared/users/responses.ts';
import { useAddTemplatedList, useCreateList } from '../list-mutations.ts';
import { listQueries } from '../list-queries.ts';
import { useExpectedRows } from './useExpectedRows.ts';
import { useReadOnlyReason } from '#src/ui/read-only.ts';

// Loaded on demand: the menu is on every page.
const ListNameDialog = lazy(async () => ({
  default: (await import('./ListNameDialog.tsx')).ListNameDialog,
}));
const AddListDialog = lazy(async () => ({ default: (await import('./AddListDialog.tsx')).AddListDialog }));
const AddTemplatedListDialog = lazy(async () => ({
  default: (await import('./AddTemplatedListDialog.tsx')).AddTemplatedListDialog,
}));

const OPEN_KEY = 'gopath-task-menu';
/** The delay before reloading unknown lists (LIST-032). */
const RELOAD_DELAY_MS = 1500;

function readOpen(): boolean {
  try {
    return localStorage.getItem(OPEN_KEY) !== 'closed';
  } catch {
    return true;
  }
}

function keepOpen(open: boolean) {
  try {
    localStorage.setItem(OPEN_KEY, open ? 'open' : 'closed');
  } catch {
    // Private windows can refuse storage: the menu then starts open.
  }
}

/** The side menu's Tasks entry: favorites, the viewer's lists, and the lists of the person whose page is open. */
export function TaskMenu({ viewer }: { viewer: Pick<Me, 'pk' | 'capabilities' | 'students'> }) {
  const id = useId();
  const [open, setOpen] = useState(readOpen);
  const own = useQuery(listQueries.own());
  const favorites = useQuery(listQueries.favorites());
  const viewedPk = useViewedPk(viewer);
  const [adding, setAdding] = useState(false);
  useReloadUnknown(own.data, favorites.data, () => void own.refetch());

  const Chevron = open ? ChevronDown : ChevronRight;
  const toggle = () => {
    setOpen(!open);
    keepOpen(!open);
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
        {viewedPk !== null && <ViewedLists key={viewedPk} viewer={viewer} userPk={viewedPk} />}
      </div>
      <Suspense>{adding && <AddListDialog viewer={viewer} onClose={() => setAdding(false)} />}</Suspense>
    </li>
  );
}

/** Returns the student whose page is open, if the viewer is their parent or mentor. */
function useViewedPk({ students }: Pick<Me, 'students'>): number | null {
  const match = useMatch('/users/:pk/*');
  const pk = Number(match?.params['pk']);
  return students.some((student) => student.pk === pk) ? pk : null;
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

function AddButton({ children, onClick }: { children: ReactNode; onClick: () => void }) {
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

/** The lists of the person whose page is open (SHEL-019), with the lists a mentor can add (LIST-018). */
function ViewedLists({ viewer, userPk }: { viewer: Pick<Me, 'pk' | 'capabilities'>; userPk: number }) {
  const lists = useQuery(listQueries.ofUser(userPk));
  const create = useCreateList();
  const addTemplated = useAddTemplatedList();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'list' | 'template' | null>(null);
  // The person does not exist, or the viewer cannot see their lists.
  if (lists.data === undefined) return null;
  const fullName = lists.data[0]?.user_full_name;
  const firstName = fullName?.split(' ')[0] ?? 'this student';
  const close = () => setDialog(null);
  const show = (slug: string) => void navigate(paths.userTaskList(userPk, slug));
  return (
    <>
      <Lists
        name="viewed"
        title={fullName === undefined ? 'Their To-Do Lists' : `${fullName}'s To-Do Lists`}
        lists={lists.data}
        viewerPk={viewer.pk}
      >
        No shared lists yet.
      </Lists>
      {viewer.capabilities.includes('manage_student_tasks') && (
        <>
          <AddButton onClick={() => setDialog('list')}>
            <span data-private>{`Add list for ${firstName}`}</span>
          </AddButton>
          <AddButton onClick={() => setDialog('template')}>Add templated list</AddButton>
        </>
      )}
      <Suspense>
        {dialog === 'list' && (
          <ListNameDialog
            title="Add a list"
            description={`For ${fullName ?? 'this student'}. Their parents and mentors can see it.`}
            submitLabel="Add"
            onSubmit={async (name) => show((await create.mutateAsync({ name, userPk })).slug)}
            onClose={close}
          />
        )}
        {dialog === 'template' && (
          <AddTemplatedListDialog
            student={{ pk: userPk, fullName: fullName ?? 'this student' }}
            add={addTemplated}
            onAdded={show}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

function Lists({
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
