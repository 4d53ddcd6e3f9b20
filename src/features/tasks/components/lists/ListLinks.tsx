import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { listQueries } from '../../list-queries.ts';

const SHOWN = 8;

/** Links to a person's visible lists, each with its number of open tasks; nothing when there are none. */
export function ListLinks({ userPk, linkTo }: { userPk: number; linkTo: (slug: string) => string }) {
  const { data: lists = [] } = useQuery(listQueries.ofUser(userPk));
  const [showsAll, setShowsAll] = useState(false);
  if (lists.length === 0) return null;
  const shown = showsAll ? lists : lists.slice(0, SHOWN);
  return (
    <ul aria-label="Lists" className="mt-3 flex flex-wrap gap-2 border-t pt-3">
      {shown.map((list) => (
        <li key={list.pk} className="max-w-full">
          <Link
            to={linkTo(list.slug)}
            className="touch-target inline-flex h-7 max-w-full items-center gap-1.5 rounded-full border px-2.5 text-sm hover:bg-hover"
          >
            <span className="truncate">{list.name}</span>
            {list.private && <Lock aria-label="Private" className="size-3 shrink-0 text-muted" />}
            <span className="text-xs text-muted tabular-nums">
              {list.tasks.length}
              <span className="sr-only"> open</span>
            </span>
          </Link>
        </li>
      ))}
      {shown.length < lists.length && (
        <li>
          <button
            type="button"
            className="touch-target inline-flex h-7 items-center rounded-full px-2 text-sm text-accent-text hover:underline"
            onClick={() => setShowsAll(true)}
          >
            {lists.length - shown.length} more
          </button>
        </li>
      )}
    </ul>
  );
}
