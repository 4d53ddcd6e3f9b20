import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { buttonClass } from '#src/ui/buttons/Button.tsx';

/** The link to booking with these people chosen. Show it only to people who can book with them. */
export function BookLink({
  people,
  label = 'Book meeting',
  description,
}: {
  people: { student?: number; mentor?: number };
  label?: string;
  /** Distinguishes several links on one page for screen readers, such as a person's name. */
  description?: string;
}) {
  const search = new URLSearchParams(Object.entries(people).map(([side, pk]) => [side, String(pk)]));
  return (
    <Link
      to={{ pathname: paths.bookMeeting, search: search.toString() }}
      className={buttonClass('secondary')}
      {...(description !== undefined && { 'aria-label': `${label}: ${description}` })}
    >
      {label}
    </Link>
  );
}
