import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';

/** The link at the end of a signed-out page. */
export function BackToSignIn() {
  return (
    <p className="mt-4">
      <Link to={paths.signIn} className="text-accent-text underline">
        Back to sign in
      </Link>
    </p>
  );
}
