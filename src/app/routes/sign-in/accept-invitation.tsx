import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { INVALID_INVITATION } from '#shared/invitations/texts.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';
import {
  openInvitationQuery,
  useAcceptInvitation,
  useSignInToAccept,
} from '#src/features/invitations/accept.ts';
import { InvitationCard, type Visitor } from '#src/features/invitations/components/InvitationCard.tsx';
import { userQueries } from '#src/features/users/queries.ts';
import { endSession } from '#src/transport/transport.ts';
import { Button, buttonClass } from '#src/ui/buttons/Button.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { showSuccess } from '#src/ui/feedback/snackbar.ts';
import { applyTheme } from '#src/ui/theme/theme.ts';
import { SignOut } from '../../shell/frame/SignOut.tsx';
import { VisitorFrame } from '../../shell/frame/VisitorFrame.tsx';

/** Returns who opened the page; undefined until that is known. */
function visitorOf(me: Me | undefined, error: Error | null): Visitor | undefined {
  if (me !== undefined) return { kind: 'signed-in', fullName: me.full_name, email: me.email };
  if (!(error instanceof AppError) || error.code !== 'UNAUTHENTICATED') return undefined;
  return { kind: error.fields?.['session'] === 'none' ? 'signed-out' : 'no-account' };
}

function isDead(error: Error | null): boolean {
  return error instanceof AppError && error.code === 'NOT_FOUND';
}

/** /invitations/accept_invitation/{invitationId}/ (AUTH-014): open to everyone with the emailed link. */
export function Component() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const invitation = useQuery(openInvitationQuery(token));
  const me = useQuery({ ...userQueries.me(), staleTime: 0 });
  const accept = useAcceptInvitation();
  const signIn = useSignInToAccept();
  const [signsOut, setSignsOut] = useState(false);
  useEffect(() => applyTheme(null), []);

  const visitor = visitorOf(me.data, me.error);
  // After accepting, the link no longer works. The card stays until the next page has loaded.
  const linkError = accept.isSuccess ? null : invitation.error;
  const shown = (content: ReactNode, busy = false) => (
    <VisitorFrame busy={busy}>
      <title>Invitation · GoPath</title>
      {content}
    </VisitorFrame>
  );

  if (isDead(linkError)) {
    return shown(
      <>
        <h1 className="text-2xl font-semibold">{INVALID_INVITATION.title}</h1>
        <p className="mt-2 text-muted">{INVALID_INVITATION.text}</p>
        <Link to={paths.home} className={buttonClass('secondary', 'mt-6 w-full')}>
          Open GoPath
        </Link>
      </>,
    );
  }
  const problem = linkError ?? (visitor === undefined ? me.error : null);
  if (problem !== null) {
    return shown(
      <div role="alert">
        <h1 className="text-2xl font-semibold">Could not load the invitation</h1>
        <p className="mt-2 text-muted">
          {problem.message} The invitation still works. Try again in a moment.
        </p>
        <Button
          className="mt-6 w-full"
          busy={invitation.isFetching || me.isFetching}
          onClick={() => {
            void invitation.refetch();
            void me.refetch();
          }}
        >
          Try again
        </Button>
      </div>,
    );
  }
  if (invitation.data === undefined || visitor === undefined) return shown(<SkeletonText lines={6} />, true);
  const { email, way } = invitation.data;
  return shown(
    <>
      <InvitationCard
        invitation={invitation.data}
        visitor={visitor}
        busy={accept.isPending || accept.isSuccess || signIn.isPending}
        onAccept={() =>
          accept.mutate(token, {
            onSuccess: () => {
              showSuccess('Invitation accepted');
              void navigate(paths.home, { replace: true });
            },
          })
        }
        onSignIn={(person) => signIn.mutate({ token, email, way, person })}
        onSignOut={() => {
          if (me.data !== undefined) setSignsOut(true);
          else void endStrangersSession();
        }}
      />
      {signsOut && me.data !== undefined && (
        <SignOut me={me.data} onStay={() => setSignsOut(false)} onLeft={() => location.reload()} />
      )}
    </>,
  );
}

/** Ends the session of a signed-in account without a person, which has no data on this device. */
async function endStrangersSession(): Promise<void> {
  await endSession().catch(() => undefined);
  location.reload();
}
