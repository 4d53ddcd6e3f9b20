import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { readerFormat } from '#src/lib/dates/reader-zone.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { buttonClass } from '#src/ui/buttons/button-class.ts';
import { useMe } from '../me.ts';

const day = readerFormat({ dateStyle: 'long' });

/** Says on every page when the viewer's account will be deleted, and how to keep it. */
export function DeletionBanner() {
  const me = useMe();
  if (me.deletion_due_at === null) return null;
  return (
    <div className="mb-4 print:hidden">
      <Banner
        tone="warning"
        action={
          <Link to={paths.personalData(me.pk)} className={buttonClass('secondary')}>
            Review deletion
          </Link>
        }
      >
        Your account will be deleted on {day().format(new Date(me.deletion_due_at))}.
      </Banner>
    </div>
  );
}
