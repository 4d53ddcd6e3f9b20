import type { Me } from '#shared/users/responses.ts';
import { paths } from '#shared/kernel/paths.ts';
import { roomState } from '#shared/rooms/policy.ts';
import type { BookedMeeting } from '#src/features/meetings/queries.ts';
import { exactMoment } from '#src/lib/dates/relative-time.ts';
import { useNow } from '#src/lib/dates/useNow.ts';
import { buttonClass } from '#src/ui/buttons/button-class.ts';
import { appPage } from '../extension/app-page.ts';
import { meetingTimeText } from '#src/features/meetings/meeting-time.ts';
import { openNotesPanel } from './open-notes-panel.ts';

/** The next meeting with its room and notes: the side panel for its mentor, the sent note for everyone else. */
export function MeetingCard({ meeting, me }: { meeting: BookedMeeting | null; me: Me }) {
  const now = useNow();
  if (meeting === null) {
    return (
      <section aria-label="Next meeting" className="rounded-card bg-sunken px-3 py-2.5 text-muted">
        No upcoming meetings
      </section>
    );
  }
  const other = meeting.provider.pk === me.pk ? meeting.client : meeting.provider;
  // A parent can have several children.
  const isGuest = ![meeting.provider.pk, meeting.client.pk].includes(me.pk);
  const { text, isNow } = meetingTimeText(meeting);
  const times = { startsAt: new Date(meeting.startsAt), endsAt: new Date(meeting.endsAt) };
  const sentNote = meeting.meetingNote?.sent === true ? meeting.meetingNote.notePtr : null;
  return (
    <section
      aria-label={isNow ? 'Meeting now' : 'Next meeting'}
      className="flex items-center gap-3 rounded-card bg-accent-soft px-3 py-2.5"
    >
      <div className="min-w-0 flex-1">
        <h2 className="truncate font-semibold" title={meeting.name}>
          {isGuest ? meeting.client.fullName : 'Meeting'} with {other.fullName}
        </h2>
        <p className="truncate text-xs text-accent-text" title={exactMoment(times.startsAt)}>
          {text}
        </p>
      </div>
      {meeting.permissions.includes('view_meetingroom') && roomState(times, new Date(now)) === 'open' && (
        <a
          href={appPage(paths.meetingRoom(meeting.meetId))}
          target="_blank"
          rel="noreferrer"
          className={buttonClass()}
        >
          Join
        </a>
      )}
      {sentNote === null ? (
        meeting.permissions.includes('add_meetingnote') && (
          <button
            type="button"
            className={buttonClass('primary')}
            onClick={() => openNotesPanel(meeting.simplybookId)}
          >
            Open notes
          </button>
        )
      ) : (
        <a href={appPage(paths.note(sentNote.pk))} target="_blank" rel="noreferrer" className={buttonClass()}>
          Read note
        </a>
      )}
    </section>
  );
}

/** A placeholder while the meeting loads. */
export function MeetingSkeleton() {
  return <div role="status" aria-label="Loading" className="pulse-quiet h-14 rounded-card bg-sunken" />;
}
