import { useInfiniteQuery } from '@tanstack/react-query';
import { Ban, MailPlus, Send } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { type Role, ROLE_NAMES } from '#shared/kernel/roles.ts';
import { readerFormat } from '#src/lib/dates/reader-zone.ts';
import { Avatar } from '#src/ui/display/Avatar.tsx';
import { Badge, type Tone } from '#src/ui/display/Badge.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import type { DataTableColumn } from '#src/ui/table/columns.ts';
import { DataTable } from '#src/ui/table/DataTable.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { FocusOnClose } from '#src/ui/overlays/FocusOnClose.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { useReadOnlyReason } from '#src/ui/read-only.ts';
import { useResendInvitation, useRevokeInvitation } from '../mutations.ts';
import { invitationQueries, type InvitedUser } from '../queries.ts';

const STATES: Record<InvitedUser['state'], { tone: Tone; label: string }> = {
  ACTIVATED: { tone: 'success', label: 'Activated' },
  INVITED: { tone: 'accent', label: 'Invited' },
  EXPIRED: { tone: 'warning', label: 'Expired' },
};
const day = readerFormat({ month: 'short', day: 'numeric' });

const nameOf = ({ firstName, lastName }: InvitedUser) => `${firstName} ${lastName}`;

/** The columns (INV-006). */
const COLUMNS: DataTableColumn<InvitedUser>[] = [
  {
    id: 'name',
    header: 'Name',
    primary: true,
    cell: (user) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <Avatar name={nameOf(user)} />
        {user.userPk === null ? (
          <span className="min-w-0 wrap-anywhere">{nameOf(user)}</span>
        ) : (
          <Link
            to={paths.user(user.userPk)}
            className="min-w-0 rounded-control wrap-anywhere hover:text-accent-text"
          >
            {nameOf(user)}
          </Link>
        )}
        <span className="shrink-0 text-xs text-muted">#{user.pk}</span>
      </span>
    ),
  },
  {
    id: 'email',
    header: 'Email',
    cell: ({ email }) => <span className="inline-block min-w-40 wrap-anywhere">{email}</span>,
  },
  { id: 'role', header: 'Role', cell: ({ role }) => ROLE_NAMES[role as Role] },
  {
    id: 'state',
    header: 'Status',
    cell: ({ state, expiresAt }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
        {state === 'INVITED' && (
          <span className="text-xs whitespace-nowrap text-muted">
            until {day().format(new Date(expiresAt))}
          </span>
        )}
        {state === 'EXPIRED' && (
          <span className="text-xs whitespace-nowrap text-muted">
            since {day().format(new Date(expiresAt))}
          </span>
        )}
      </span>
    ),
  },
  { id: 'createdAt', header: 'Sent', cell: ({ createdAt }) => <Moment value={createdAt} /> },
];

/** Focuses a button of the nearest row with one, first below and then above; the heading if there is none. */
function focusNear(rows: readonly Element[], index: number, headingId: string) {
  const nearest = [...rows.slice(index + 1), ...rows.slice(0, index).toReversed()];
  const buttons = nearest.flatMap((row) => [...row.querySelectorAll('button')].toReversed());
  for (const element of [...buttons, document.getElementById(headingId)]) {
    element?.focus();
    // Of the buttons and the menu of a row, only one is visible and takes the focus.
    if (document.activeElement === element) return;
  }
}

/** The people the viewer invited, newest first (INV-001). Pending invitations can be resent or revoked. */
export function InvitationList({
  inviteButton,
  headingId,
}: {
  inviteButton: ReactNode;
  /** The id of the heading, which gets the focus after the last pending invitation was revoked. */
  headingId: string;
}) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(invitationQueries.list());
  const resend = useResendInvitation();
  const revoke = useRevokeInvitation();
  const [toRevoke, setToRevoke] = useState<InvitedUser | null>(null);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const table = useRef<HTMLDivElement>(null);
  const focusTarget = useRef<(() => void) | null>(null);
  const readOnly = useReadOnlyReason();
  const rows = data?.pages.flatMap(({ edges }) => edges.map(({ node }) => node)) ?? [];

  function confirm(user: InvitedUser) {
    const elements = [...(table.current?.querySelectorAll('tbody > tr') ?? [])];
    const index = rows.findIndex(({ id }) => id === user.id);
    revoke.mutate(user, {
      onSuccess: () => (focusTarget.current = () => focusNear(elements, index, headingId)),
      onSettled: () => setDialogOpen(false),
    });
  }

  if (error !== null && data === undefined) {
    return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return (
    <>
      <div ref={table} className="rounded-card border bg-surface">
        <DataTable
          label="Invited users"
          columns={COLUMNS}
          rows={rows}
          rowId={({ id }) => id}
          rowLabel={nameOf}
          loading={data === undefined}
          rowActions={(user) =>
            user.state === 'ACTIVATED'
              ? []
              : [
                  {
                    label: 'Send again',
                    icon: <Send />,
                    disabledReason: readOnly,
                    onSelect: () => {
                      if (!resend.isPending) resend.mutate(user);
                    },
                  },
                  {
                    label: 'Revoke',
                    icon: <Ban />,
                    danger: true,
                    disabledReason: readOnly,
                    onSelect: () => {
                      setToRevoke(user);
                      setDialogOpen(true);
                    },
                  },
                ]
          }
          empty={
            <EmptyState icon={<MailPlus />} title="No invitations yet" action={inviteButton}>
              Invitations you send appear here, with who has accepted.
            </EmptyState>
          }
        />
      </div>
      {hasNextPage && (
        <Button
          className="justify-self-center"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
      <Dialog
        open={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        width="small"
        title="Revoke this invitation?"
        description={
          toRevoke === null
            ? ''
            : `The link we emailed to ${toRevoke.email} stops working. You can invite ${toRevoke.firstName} again.`
        }
        busy={revoke.isPending}
        busyLabel="Revoking"
        actions={
          <>
            <CancelButton onClick={() => setDialogOpen(false)} />
            <Button variant="danger" onClick={() => toRevoke !== null && confirm(toRevoke)}>
              Revoke invitation
            </Button>
          </>
        }
      >
        <FocusOnClose target={focusTarget} />
      </Dialog>
    </>
  );
}
