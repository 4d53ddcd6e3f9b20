import { useQuery } from '@tanstack/react-query';
import { paths } from '#shared/kernel/paths.ts';
import { noteQueries } from '#src/features/notes/queries.ts';
import { Moment } from '#src/ui/display/Moment.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { appPage } from '../extension/app-page.ts';

const SHOWN = 4;

/** The student's latest notes; each opens in the app. */
export default function StudentNotes({
  studentId,
  exceptPk,
}: {
  studentId: string;
  exceptPk: number | null;
}) {
  const notes = useQuery(
    noteQueries.list({ count: SHOWN + 1, student: studentId, includeOthers: true, orderBy: '-updatedAt' }),
  );
  const others = notes.data?.edges.filter(({ node }) => node.pk !== exceptPk).slice(0, SHOWN);
  if (others === undefined) {
    if (notes.isError) return <p className="text-muted">The notes could not be loaded.</p>;
    return <SkeletonText lines={2} />;
  }
  if (others.length === 0) return <p className="text-muted">No other notes yet.</p>;
  return (
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
  );
}
