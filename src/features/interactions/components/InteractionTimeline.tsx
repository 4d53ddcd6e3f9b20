import { useInfiniteQuery } from '@tanstack/react-query';
import {
  ArrowRightLeft,
  CalendarClock,
  CircleCheck,
  History,
  NotebookPen,
  PencilLine,
  Plus,
  RotateCcw,
  Video,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { INTERACTIONS_PAGE_SIZE } from '#shared/interactions/constants.ts';
import { dayInWords, exactMoment, timeInWords } from '#src/lib/dates/relative-time.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { type Interaction, type InteractionFilter, interactionQueries } from '../queries.ts';
import { InteractionSentence } from './InteractionSentence.tsx';

const TASK_ICONS: Readonly<Record<string, ReactElement>> = {
  CREATE: <Plus />,
  UPDATE_DUE_AT: <CalendarClock />,
  COMPLETE: <CircleCheck />,
  UNCOMPLETE: <RotateCcw />,
  MOVE: <ArrowRightLeft />,
};

function iconOf(entry: Interaction): ReactElement {
  if (entry.__typename === 'MeetingInteraction') return <Video />;
  if (entry.__typename === 'MeetingNoteInteraction') return <NotebookPen />;
  return TASK_ICONS[entry.action] ?? <PencilLine />;
}

function Entry({
  entry,
  viewerPk,
  withStudent,
}: {
  entry: Interaction;
  viewerPk: number;
  withStudent: boolean;
}) {
  return (
    <li className="flex gap-3 px-4 py-2.5">
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-full bg-sunken text-muted [&_svg]:size-4"
      >
        {iconOf(entry)}
      </span>
      <div className="min-w-0 pt-0.5">
        <p>
          <InteractionSentence entry={entry} viewerPk={viewerPk} />
        </p>
        <p className="text-sm text-muted">
          {withStudent && entry.createdBy?.pk !== entry.student.pk && `${entry.student.fullName} · `}
          <time
            dateTime={entry.createdAt}
            title={exactMoment(new Date(entry.createdAt))}
            className="tabular-nums"
          >
            {timeInWords(new Date(entry.createdAt))}
          </time>
        </p>
      </div>
    </li>
  );
}

/** The interactions of a student or with a mentor, newest first, by day (INT-005 to INT-013). */
export function InteractionTimeline({
  viewerPk,
  filter,
  withStudent,
}: {
  viewerPk: number;
  filter: InteractionFilter;
  /** Whether each entry names its student, because entries of several students are shown. */
  withStudent: boolean;
}) {
  const query = useInfiniteQuery(interactionQueries.list(filter));
  const entries = query.data?.pages.flatMap(({ edges }) => edges.map(({ node }) => node));
  if (entries === undefined) {
    return query.isError ? (
      <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
    ) : (
      <div className="p-4">
        <SkeletonText lines={8} />
      </div>
    );
  }
  if (entries.length === 0) {
    return (
      <EmptyState icon={<History />} title="No interactions">
        Meetings, sent meeting notes and changes to shared tasks appear here.
      </EmptyState>
    );
  }
  const days = Map.groupBy(entries, ({ createdAt }) => dayInWords(new Date(createdAt)));
  return (
    <>
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day} className="py-2 not-first:border-t">
          <h2 className="px-4 py-1 text-sm font-semibold text-muted">{day}</h2>
          <ul>
            {ofDay.map((entry) => (
              <Entry key={entry.id} entry={entry} viewerPk={viewerPk} withStudent={withStudent} />
            ))}
          </ul>
        </section>
      ))}
      {query.hasNextPage && (
        <div className="flex justify-center border-t p-3">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {`Show ${INTERACTIONS_PAGE_SIZE} more`}
          </Button>
        </div>
      )}
    </>
  );
}
