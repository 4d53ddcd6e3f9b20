import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { AppError } from '#shared/kernel/errors.ts';
import { paths } from '#shared/kernel/paths.ts';
import type { WaitingNoteDraft } from '#src/features/notes/drafts/waiting-note-drafts.ts';
import { ErrorState, NOT_FOUND } from '#src/ui/feedback/ErrorState.tsx';
import { showError } from '#src/ui/feedback/snackbar.ts';
import { PageSkeleton } from '../../shell/frame/ShellSkeleton.tsx';

/** Redirects from a missing or forbidden note to the list, with the reason (NOTE-005). */
export function MissingNote() {
  useEffect(() => showError(`${NOT_FOUND.title}: ${NOT_FOUND.text}`), []);
  return <Navigate to={paths.notes} replace />;
}

/** A skeleton or an error in place of a note or booked meeting that is not loaded. */
export function NoteLoading({
  query,
  draft,
}: {
  query: UseQueryResult;
  /** The unsaved text of a missing note; null when there is none, and undefined until it was looked up. */
  draft: WaitingNoteDraft | null | undefined;
}) {
  const { error, refetch, isFetching } = query;
  if (error === null) return <PageSkeleton />;
  if (error instanceof AppError && error.code === 'NOT_FOUND') {
    return draft === undefined ? <PageSkeleton /> : <MissingNote />;
  }
  return <ErrorState asPage onRetry={() => void refetch()} retrying={isFetching} />;
}
