import { ONLY_STUDENTS_HINT } from '#shared/session/hints.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { useStartSession } from '../use-start-session.ts';
import { BackToSignIn } from './BackToSignIn.tsx';

/** The information before signing up (AUTH-008); the form itself is on the identity provider's page. */
export function SignUpPage() {
  const start = useStartSession();
  return (
    <>
      <title>Sign up · GoPath</title>
      <h1 className="text-2xl font-semibold">Sign up as a student</h1>
      <p className="mt-1 text-muted">{ONLY_STUDENTS_HINT}</p>
      <p className="mt-3 text-muted">
        Use an email address you can check now. We’ll send you a link to finish signing up.
      </p>
      <Button
        variant="primary"
        className="mt-6 w-full"
        busy={start.isPending}
        onClick={() => start.mutate('sign_up')}
      >
        Continue
      </Button>
      <BackToSignIn />
    </>
  );
}
