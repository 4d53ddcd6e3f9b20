import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { NotFoundState } from '#src/ui/ErrorState.tsx';

/** Any path that no other route covers, and any thing that is missing or not theirs (SHEL-026). */
export function NotFoundPage() {
  return (
    <NotFoundState>
      <Link to={paths.home} className={buttonClass('secondary', 'mt-3')}>
        Open the dashboard
      </Link>
    </NotFoundState>
  );
}
