import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { SIGN_UP_SUCCESSFUL } from '#shared/session/hints.ts';
import { PlanChoice } from '#src/features/memberships/components/PlanChoice.tsx';
import { storeFlash } from '#src/features/session/flash.ts';
import { useStartSession } from '#src/features/session/use-start-session.ts';
import { SignUpContinued } from '#src/features/sign-up/components/SignUpContinued.tsx';
import { SignUpSteps } from '#src/features/sign-up/components/SignUpSteps.tsx';
import { signUpDraftOwner } from '#src/features/sign-up/continue-sign-up.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';

/** The return from the payment page: the sign-up is done (AUTH-032, AUTH-034). */
function PaidPage({ session }: { session: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    storeFlash({ message: SIGN_UP_SUCCESSFUL, success: true, status: 200 });
    void draftStore
      .deleteAll(signUpDraftOwner(session))
      .catch(() => undefined)
      .then(() => navigate(paths.home, { replace: true }));
  }, [session, navigate]);
  return (
    <>
      <SignUpSteps current="Done" hasPlans />
      <h1 className="text-2xl font-semibold">Payment received</h1>
    </>
  );
}

/** /sign_up_continued/ with `state`, `email` and `auth_session` (AUTH-011). */
export function Component() {
  const [search] = useSearchParams();
  const start = useStartSession();
  const state = search.get('state') ?? '';
  const checkout = search.get('checkout');
  return (
    <>
      <title>Sign up · GoPath</title>
      {checkout === 'done' ? (
        <PaidPage session={state} />
      ) : (
        <SignUpContinued
          address={{
            state,
            email: search.get('email') ?? '',
            authSession: search.get('auth_session'),
            isCanceled: checkout === 'canceled',
          }}
          planChoice={(plans, value, onChange) => (
            <PlanChoice plans={plans} value={value} onChange={onChange} />
          )}
          onStored={storeFlash}
          onContinue={({ continue_url: url }) => {
            if (url === null) start.mutate('sign_in');
            else location.assign(`${url}?${new URLSearchParams({ state }).toString()}`);
          }}
        />
      )}
    </>
  );
}
