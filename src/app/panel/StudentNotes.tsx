import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { paths } from '#shared/kernel/paths.ts';
import { noteQueries } from '#src/features/notes/queries.ts';
import { Moment } from '#src/ui/Moment.tsx';
import { SkeletonText } from '#src/ui/Skeleton.tsx';
import { appPage } from '../extension/appPage.ts';

const SHOWN = 4;

/** The student's latest notes, at hand while one writes the next; each opens in the app. */
export function StudentNotes({
  student,
  exceptPk,
}: {
  student: { id: string; fullName: string };
  exceptPk: number | null;
}) {
  const [isOpen, setOpen] = useState(false);
  const notes = useQuery({
    ...noteQueries.list({
      count: SHOWN + 1,
      student: student.id,
      includeOthers: true,
      orderBy: '-updatedAt',
    }),
    enabled: isOpen,
  });
  const others = notes.data?.edges.filter(({ node }) => node.pk !== exceptPk).slice(0, SHOWN);
  return (
    <details
      className="group shrink-0 border-b text-sm"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex h-9 list-none items-center gap-1.5 px-3 text-muted hover:bg-hover focus-visible:-outline-offset-2">
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
        Recent notes about {student.fullName.split(' ')[0]}
      </summary>
      <div className="max-h-40 overflow-y-auto px-3 pb-2">
        {others === undefined ? (
          notes.isError ? (
            <p className="text-muted">The notes could not be loaded.</p>
          ) : (
            <SkeletonText lines={2} />
          )
        ) : others.length === 0 ? (
          <p className="text-muted">There are no other notes yet.</p>
        ) : (
          <ul>
            {others.map(({ node }) => (
              <li key={node.id}>
                <a
                  href={appPage(paths.note(node.pk))}
                  target="_blank"
                  rel="noreferrer"
                  className="flex items-baseline gap-2 rounded-control px-1 py-1 hover:bg-hover"
                >
                  <span className="min-w-0 flex-1 truncate font-medium">{node.title}</span>
                  <span className="shrink-0 text-xs text-muted">
                    <Moment value={node.updatedAt} />
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </details>
  );
}
