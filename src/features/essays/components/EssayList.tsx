import { useQuery } from '@tanstack/react-query';
import { MessageSquare, PenLine, Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { AppError } from '#shared/kernel/errors.ts';
import { paths } from '#shared/kernel/paths.ts';
import { Badge } from '#src/ui/display/Badge.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorState, NotFoundState } from '#src/ui/feedback/ErrorState.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { UpLink } from '#src/ui/navigation/UpLink.tsx';
import { type EssaySummary, essayQueries, noEssaysText } from '../queries.ts';
import { DueDate } from './DueDate.tsx';
import { EssayFormDialog } from './EssayFormDialog.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { WordCount } from './WordCount.tsx';

function EssayRow({ essay, path }: { essay: EssaySummary; path: string }) {
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)] gap-1 px-4 py-3 hover:bg-hover">
      <div className="flex items-center justify-between gap-3">
        <Link
          to={path}
          className="min-w-0 truncate rounded-control font-medium after:absolute after:inset-0 hover:text-accent-text"
        >
          {essay.title}
        </Link>
        <StatusBadge status={essay.status} />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        <WordCount words={essay.wordCount} limit={essay.wordLimit} />
        {essay.college !== null && <span>{essay.college.name}</span>}
        {essay.dueOn !== null && <DueDate dueOn={essay.dueOn} isDone={essay.status === 'DONE'} />}
        {essay.openComments > 0 && (
          <Badge icon={<MessageSquare aria-hidden />}>
            {essay.openComments === 1 ? '1 comment' : `${essay.openComments} comments`}
          </Badge>
        )}
        {essay.isShared && (
          <span className="inline-flex items-center gap-1">
            <Users aria-hidden className="size-3" />
            Shared with parents
          </span>
        )}
        <span>
          Edited <Moment inline value={essay.updatedAt} />
        </span>
      </p>
    </li>
  );
}

/** The essays of a student: unfinished ones first (SHEL-005). */
export function EssayList({
  owner,
  studentPk,
  isOwn,
}: {
  /** The viewer, as the owner of drafts. */
  owner: string;
  studentPk: number;
  isOwn: boolean;
}) {
  const { data, error, isFetching, refetch } = useQuery(essayQueries.ofStudent(studentPk));
  const [adding, setAdding] = useState(false);
  const navigate = useNavigate();
  if (data === undefined) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return <NotFoundState />;
    if (error !== null) return <ErrorState asPage onRetry={() => void refetch()} retrying={isFetching} />;
    return (
      <div role="status" aria-label="Loading essays" className="mx-auto grid w-full max-w-[720px] gap-4">
        <Skeleton className="h-8 w-32" />
        <Skeleton className="h-48 w-full" />
      </div>
    );
  }
  const { student, essays, permissions } = data;
  const canAdd = permissions.includes('add_essay');
  const add = (
    <Button variant="primary" icon={<Plus className="size-4" />} writes onClick={() => setAdding(true)}>
      Add essay
    </Button>
  );
  return (
    <div className="mx-auto grid w-full max-w-[720px] grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-2">
          {!isOwn && <UpLink to={paths.user(student.pk)}>{student.fullName}</UpLink>}
          <h1 className="text-2xl font-semibold">{isOwn ? 'Essays' : `Essays of ${student.fullName}`}</h1>
        </div>
        {canAdd && essays.length > 0 && add}
      </header>
      {essays.length === 0 ? (
        <EmptyState icon={<PenLine />} title={noEssaysText(permissions)} action={canAdd ? add : undefined}>
          {canAdd
            ? 'Start with the prompt of an application. Your mentors can read it and comment.'
            : `Essays that ${student.fullName} shares with you appear here.`}
        </EmptyState>
      ) : (
        <ul
          aria-label="Essays"
          data-private
          className="divide-y overflow-hidden rounded-card border bg-surface"
        >
          {essays.map((essay) => (
            <EssayRow key={essay.id} essay={essay} path={paths.essay(student.pk, essay.pk)} />
          ))}
        </ul>
      )}
      {adding && (
        <EssayFormDialog
          owner={owner}
          studentPk={student.pk}
          colleges={data.colleges}
          onClose={() => setAdding(false)}
          onCreated={(pk) => void navigate(paths.essay(student.pk, pk))}
        />
      )}
    </div>
  );
}
