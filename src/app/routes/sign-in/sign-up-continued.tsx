import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { SIGN_UP_SUCCESSFUL } from '#shared/session/sign-up-results.ts';
import type { Me } from '#shared/users/responses.ts';
import { PlanForm } from '#src/features/memberships/components/PlanForm.tsx';
import { type Flash, storeFlash } from '#src/features/session/flash.ts';
import { useStartSession } from '#src/features/session/use-start-session.ts';
import { SignUpContinued } from '#src/features/sign-up/components/SignUpContinued.tsx';
import { SignUpSteps } from '#src/features/sign-up/components/SignUpSteps.tsx';
import { signUpDraftOwner } from '#src/features/sign-up/continue-sign-up.ts';
import { signUpQueries } from '#src/features/sign-up/queries.ts';
import { userQueries } from '#src/features/users/queries.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { applyTheme } from '#src/ui/theme/theme.ts';
import { SignOut } from '../../shell/frame/SignOut.tsx';
import { VisitorFrame } from '../../shell/frame/VisitorFrame.tsx';

/** The return from the payment page: the sign-up is done (AUTH-032, AUTH-034). */
function PaidPage({ session, onPaid }: { session: string; onPaid: () => void }) {
  const navigate = useNavigate();
  const { data, isFetched } = useQuery(signUpQueries.open(session));
  const [finish] = useState(() => onPaid);
  useEffect(() => {
    if (!isFetched) return;
    const forgotten =
      data === undefined ? Promise.resolve() : draftStore.deleteAll(signUpDraftOwner(data.draft));
    void forgotten
      .catch(() => undefined)
      .then(() => {
        finish();
        return navigate(paths.home, { replace: true });
      });
  }, [data, isFetched, finish, navigate]);
  return (
    <>
      <SignUpSteps current="Done" hasPlans />
      <h1 className="text-2xl font-semibold">Payment received</h1>
    </>
  );
}

/** Shows who is signed in, with a button to sign out before the form is finished. */
function SignedInAs({ me }: { me: Me }) {
  const [signsOut, setSignsOut] = useState(false);
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-2 border-t pt-4 text-sm">
      <span className="min-w-0 break-words text-muted">Signed in as {me.email}</span>
      <Button variant="ghost" writes={false} onClick={() => setSignsOut(true)}>
        Sign out
      </Button>
      {signsOut && <SignOut me={me} onStay={() => setSignsOut(false)} />}
    </div>
  );
}

/** /sign_up_continued/ with `state`, `email` and `auth_session` (AUTH-011), before or after the first sign-in. */
export function Component() {
  const [search] = useSearchParams();
  const start = useStartSession();
  const queries = useQueryClient();
  const { data: me, isPending } = useQuery({ ...userQueries.me(), staleTime: 0 });
  useEffect(() => applyTheme(null), []);
  const state = search.get('state') ?? '';
  const checkout = search.get('checkout');

  /** Visitors read the result on the sign-in page, signed-in students in the app. */
  function showResult(result: Flash) {
    if (me === undefined) return storeFlash(result);
    if (!result.success) return showError(result.message);
    // The app would redirect back to the form until it has reloaded the person.
    queries.setQueryData(userQueries.me().queryKey, { ...me, unfinished_sign_up: false });
    showSuccess('You’re signed up');
  }

  return (
    <VisitorFrame busy={isPending}>
      <title>Sign up · GoPath</title>
      {isPending ? (
        <div className="h-48" />
      ) : checkout === 'done' ? (
        <PaidPage
          session={state}
          onPaid={() => showResult({ message: SIGN_UP_SUCCESSFUL, success: true, status: 200 })}
        />
      ) : (
        <SignUpContinued
          address={{
            state,
            email: search.get('email') ?? '',
            authSession: search.get('auth_session'),
            isCanceled: checkout === 'canceled',
          }}
          planForm={(props) => <PlanForm {...props} />}
          onStored={showResult}
          onContinue={({ continue_url: url }) => {
            if (url === null) start.mutate('sign_in');
            else location.assign(`${url}?${new URLSearchParams({ state }).toString()}`);
          }}
        />
      )}
      {me !== undefined && <SignedInAs me={me} />}
    </VisitorFrame>
  );
}
