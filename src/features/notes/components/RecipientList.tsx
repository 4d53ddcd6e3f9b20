import { useQuery } from '@tanstack/react-query';
import { AppError } from '#shared/kernel/errors.ts';
import { type Role, ROLE_NAMES } from '#shared/kernel/roles.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { noteQueries, type RecipientsOf } from '../queries.ts';

/** Lists the recipients of a meeting note: the current ones, or those it was sent to. */
export function RecipientList({ of }: { of: RecipientsOf }) {
  const recipients = useQuery(noteQueries.recipients(of));
  const { error } = recipients;
  if (error !== null) {
    const isRefused = error instanceof AppError && error.code === 'FORBIDDEN';
    return (
      <p className="flex flex-wrap items-center justify-between gap-2 text-muted">
        {error instanceof AppError ? error.message : 'Could not load the recipients.'}
        {!isRefused && (
          <Button busy={recipients.isFetching} onClick={() => void recipients.refetch()}>
            Try again
          </Button>
        )}
      </p>
    );
  }
  if (recipients.data === undefined) return <SkeletonText lines={3} />;
  return (
    <ul aria-label="Recipients" className="grid gap-1">
      {recipients.data.map(({ user, kind }) => (
        <li key={user.id} className="flex justify-between gap-3">
          <span className="min-w-0 truncate">{user.fullName}</span>
          <span className="text-muted">{ROLE_NAMES[kind as Role]}</span>
        </li>
      ))}
    </ul>
  );
}
