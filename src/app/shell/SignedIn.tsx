import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { AppError } from '#shared/kernel/errors.ts';
import { paths } from '#shared/kernel/paths.ts';
import { clearFlash, readFlash, storeFlash } from '#src/features/session/flash.ts';
import { rememberNextPath } from '#src/features/session/next-path.ts';
import { userQueries } from '#src/features/users/queries.ts';
import { me as meSchema } from '#src/features/users/responses.ts';
import { endSession } from '#src/transport/transport.ts';
import { onSessionEnd } from '#src/transport/session-web.ts';
import { useConcurrentData } from '#src/lib/queries/useConcurrentData.ts';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { readViewedStudent, stopViewAs } from '#src/lib/view-as.ts';
import { ReadOnlyContext } from '#src/ui/read-only.ts';
import { useRelationChanges } from '#src/features/users/useRelationChanges.ts';
import { useTheme } from '#src/features/users/useTheme.ts';
import { AppShell } from './frame/AppShell.tsx';
import { MeContext } from './me.ts';
import { ShellSkeleton } from './frame/ShellSkeleton.tsx';
import { StillSignedIn } from './StillSignedIn.tsx';

const ToSignUp = lazy(async () => ({ default: (await import('./ToSignUp.tsx')).ToSignUp }));
const ViewAsShell = lazy(async () => ({ default: (await import('./frame/ViewAsShell.tsx')).ViewAsShell }));

/**
 * Stores the current path and the reason the session ended, then redirects to the sign-in page (AUTH-016, AUTH-037).
 */
function ToSignIn({ reason }: { reason: string | null }) {
  const { pathname, search, hash } = useLocation();
  rememberNextPath(pathname + search + hash);
  // A stored message says more: that the person changed their password, which is why this request was refused.
  if (reason !== null && readFlash() === null) storeFlash({ message: reason, success: false });
  useEffect(() => {
    // The server refuses this person, so end the session even if its cookie is still valid
    // (AUTH-039). If that fails, the next refused request tries again.
    if (reason !== null) void endSession().catch(() => undefined);
  }, [reason]);
  // The hash can name a legal document, which visitors can read.
  return <Navigate to={{ pathname: paths.signIn, hash }} replace />;
}

/** Loads the signed-in person (AUTH-018) and renders a frame, by default the app's. */
export function SignedIn({
  children = <AppShell />,
  skeleton = <ShellSkeleton />,
}: {
  children?: ReactNode;
  skeleton?: ReactNode;
}) {
  const query = useQuery(userQueries.me(meSchema));
  const { data, error, refetch, isFetching } = query;
  const me = useConcurrentData(data);
  useTheme(query);
  useRelationChanges(query);

  // Any request can end the session (AUTH-019). Then all data of the person is cleared from memory.
  const client = useQueryClient();
  const [ended, setEnded] = useState<string | null>(null);
  useEffect(
    () =>
      onSessionEnd((reason) => {
        setEnded(reason);
        client.clear();
      }),
    [client],
  );

  // A message from before the sign-in, for example in another tab, must not replace the reason of a later end.
  const isSignedIn = me !== undefined;
  useEffect(() => {
    if (isSignedIn) clearFlash();
  }, [isSignedIn]);

  const isNotFound = error instanceof AppError && error.code === 'NOT_FOUND';
  useEffect(() => {
    // The person no longer has access to the viewed student.
    if (isNotFound && readViewedStudent() !== null) stopViewAs();
  }, [isNotFound]);

  if (ended !== null) return <ToSignIn reason={ended} />;
  if (error instanceof AppError && error.code === 'UNAUTHENTICATED') {
    const isFirstVisit = error.fields?.['session'] === 'none';
    return <ToSignIn reason={isFirstVisit ? null : error.message} />;
  }
  // Only on the web, because the extension does not have the sign-up form.
  if (me?.unfinished_sign_up === true && location.protocol.startsWith('http')) {
    return (
      <Suspense fallback={skeleton}>
        <ToSignUp />
      </Suspense>
    );
  }
  if (me !== undefined) {
    return (
      <MeContext value={me}>
        <ReadOnlyContext value={me.access === 'read_only'}>
          {me.viewing_as === null ? (
            children
          ) : (
            <Suspense fallback={skeleton}>
              <ViewAsShell student={me.viewing_as} />
            </Suspense>
          )}
        </ReadOnlyContext>
      </MeContext>
    );
  }
  if (error !== null) {
    return (
      <main className="grid min-h-dvh place-content-center bg-canvas">
        <ErrorState
          text={`Failed to retrieve user data: ${error.message}`}
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          <StillSignedIn />
        </ErrorState>
      </main>
    );
  }
  return skeleton;
}
