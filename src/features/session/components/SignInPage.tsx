import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { ONLY_STUDENTS_HINT } from '#shared/session/hints.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { clearFlash, flashOfSearch, storeFlash, readFlash } from '../flash.ts';
import { useStartSession } from '../use-start-session.ts';

/** The signed-out start page (AUTH-003, AUTH-004, AUTH-005), with the message from its address (AUTH-006). */
export function SignInPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const given = flashOfSearch(search);
  const [flash, setFlash] = useState(given ?? readFlash());
  const start = useStartSession();

  // Stores the message and removes it from the address, so that a reload or a copied link does not repeat it.
  const hasSearch = search.size > 0;
  useEffect(() => {
    if (!hasSearch) return;
    if (flash !== null) storeFlash(flash);
    void navigate(paths.signIn, { replace: true });
  }, [hasSearch, flash, navigate]);

  return (
    <>
      <title>Sign in · GoPath</title>
      {flash !== null && (
        <div className="mb-4">
          <Banner
            tone={flash.success ? 'success' : 'danger'}
            onDismiss={() => {
              clearFlash();
              setFlash(null);
            }}
          >
            {flash.message}
          </Banner>
        </div>
      )}
      <h1 className="text-2xl font-semibold">Welcome to GoPath</h1>
      <p className="mt-1 mb-6 text-muted">Your path to college: notes, meetings and plans in one place.</p>
      <div className="grid gap-2">
        <Button variant="primary" busy={start.isPending} onClick={() => start.mutate('sign_in')}>
          Sign In
        </Button>
        <Button onClick={() => void navigate(paths.signUp)}>Sign Up</Button>
      </div>
      <p className="mt-4 text-xs text-muted">{ONLY_STUDENTS_HINT}</p>
      <p className="mt-4">
        <Link to={paths.forgotPassword} className="text-accent-text underline">
          Forgot password?
        </Link>
      </p>
    </>
  );
}
