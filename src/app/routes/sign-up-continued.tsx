import { useSearchParams } from 'react-router';
import { storeFlash } from '#src/features/session/flash.ts';
import { useStartSession } from '#src/features/session/use-start-session.ts';
import { SignUpContinued } from '#src/features/sign-up/components/SignUpContinued.tsx';

/** /sign_up_continued/ with `state`, `email` and `auth_session` (AUTH-011). */
export function Component() {
  const [search] = useSearchParams();
  const start = useStartSession();
  const state = search.get('state') ?? '';
  return (
    <>
      <title>Sign up · GoPath</title>
      <SignUpContinued
        address={{ state, email: search.get('email') ?? '', authSession: search.get('auth_session') }}
        onStored={storeFlash}
        onContinue={({ continue_url: url }) => {
          if (url === null) start.mutate('sign_in');
          else location.assign(`${url}?${new URLSearchParams({ state }).toString()}`);
        }}
      />
    </>
  );
}
