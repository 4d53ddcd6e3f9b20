import { Link } from 'react-router';
import { buttonClass } from '#src/ui/buttons/Button.tsx';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import type { NoteSummary } from '../queries.ts';
import { noteEditPath } from './note-links.ts';

/** Says that this device has text of a note that the server does not have yet. */
export function UnsavedNoteBanner({ note }: { note: Pick<NoteSummary, 'pk' | 'meetingNote'> }) {
  return (
    <Banner
      tone="warning"
      action={
        <Link to={noteEditPath(note)} className={buttonClass('secondary')}>
          Show changes
        </Link>
      }
    >
      <strong className="font-semibold">Not saved yet.</strong> You changed this note on this device.
    </Banner>
  );
}
