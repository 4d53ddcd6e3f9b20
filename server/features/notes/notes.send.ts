import { type Actor, isMentorOf } from '#shared/kernel/actor.ts';
import { AppError, invalid, notFound } from '#shared/kernel/errors.ts';
import { requirePk, toGlobalId } from '#shared/kernel/ids.ts';
import { paths } from '#shared/kernel/paths.ts';
import { unfilledText } from '#shared/meetings/unfilled.ts';
import { canReadNote, canSendMeetingNote } from '#shared/notes/policy.ts';
import { sendMeetingNoteInput } from '#shared/notes/send-schema.ts';
import { parseRichText } from '#shared/rich-text/parse.ts';
import { renderText } from '#shared/rich-text/render.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { renderMail } from '../../mail/layout.ts';
import type { OutgoingMail } from '../../mail/outgoing-mail.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import type { InteractionsService } from '../interactions/interactions.service.ts';
import type { MeetingsService } from '../meetings/meetings.service.ts';
import { MEETING_NOTE_RECEIVED, sentBy } from './notes.alerts.ts';
import { factsOf, type Note, toNote } from './notes.presenter.ts';
import type { NoteRow } from './note-row.sql.ts';
import type { NotesRepository, Recipient } from './notes.repository.ts';

/** The error for the author of a note who no longer mentors the student. */
const noLongerMentor = () =>
  new AppError('FORBIDDEN', 'You no longer mentor this student, so you cannot send this note.');

/** Creates the commands that send a meeting note and list its recipients. */
export function createNoteSending(
  { config, database, clock, mail }: ServiceDependencies,
  {
    repository,
    meetings,
    alerts,
    interactions,
  }: {
    repository: NotesRepository;
    meetings: MeetingsService;
    alerts: AlertsService;
    interactions: InteractionsService;
  },
) {
  /** Returns the email to a recipient of a sent note. */
  function mailTo(recipient: Recipient, note: NoteRow): OutgoingMail {
    const introduction =
      recipient.pk === note.authorPk
        ? `You sent this note from the meeting with ${note.studentName}.`
        : sentBy(note.authorName, note.studentName, recipient.kind === 'student');
    return {
      key: `meeting-note:${note.pk}:${recipient.pk}`,
      to: recipient.email,
      subject: `Meeting note: ${note.title}`,
      ...renderMail({
        title: note.title,
        paragraphs: [introduction],
        body: { html: note.htmlBody as string, text: renderText(parseRichText(note.body)) },
        action: { label: 'Open the note', url: config.publicUrl + paths.note(note.pk) },
        reason: `You get this email because the meeting note was sent to ${note.studentName}, their parents and their mentors.`,
      }),
    };
  }

  return {
    /**
     * Reads the recipients of a meeting note, for its author: the current ones while the author can send it, or those it
     * was sent to.
     * @param of the meeting note, or the booking of one that may not exist yet
     * @throws AppError FORBIDDEN when the author no longer mentors the student
     */
    async recipients(
      actor: Actor,
      of: { meetingNoteId: string | null; simplybookId: number | null },
    ): Promise<Recipient[]> {
      const { meetingNoteId, simplybookId } = of;
      if ((meetingNoteId === null) === (simplybookId === null)) {
        throw invalid('meetingNoteId', 'Ask for recipients by meetingNoteId or by simplybookId.');
      }
      if (simplybookId !== null) {
        const meeting = await meetings.requireForNote(actor, simplybookId);
        if (!isMentorOf(actor, meeting.clientPk)) throw noLongerMentor();
        return repository.recipientsNow(meeting.clientPk);
      }
      const note = await repository.find(actor.pk, requirePk('MeetingNote', meetingNoteId as string));
      if (note === undefined || note.bookedMeetingPk === null || note.authorPk !== actor.pk) throw notFound();
      if (note.sent) return repository.recipientsSent(note.pk);
      if (!canSendMeetingNote(actor, factsOf(note))) throw noLongerMentor();
      return repository.recipientsNow(note.studentPk as number);
    },

    /**
     * Sends a meeting note to the student, the parents and all mentors (MEET-003, MEET-021, MEET-030). Idempotent, also
     * for concurrent calls: the note is marked as sent once and each recipient gets one email.
     * @throws AppError CONFLICT when the text changed, or someone became a recipient, after the sender looked; FORBIDDEN
     * when the author no longer mentors the student
     */
    send(actor: Actor, request: object): Promise<Note> {
      const { meetingNoteId, version, recipientIds } = parseInput(sendMeetingNoteInput, request);
      const pk = requirePk('MeetingNote', meetingNoteId);
      return database.transaction(async () => {
        const note = await repository.find(actor.pk, pk, { lock: true });
        if (note === undefined || note.bookedMeetingPk === null) throw notFound();
        const facts = factsOf(note);
        if (!canReadNote(actor, facts)) throw notFound();
        if (note.sent && note.authorPk === actor.pk) return toNote(actor, note);
        if (note.sent) throw new AppError('FORBIDDEN', 'This meeting note was sent already.');
        if (!canSendMeetingNote(actor, facts)) throw noLongerMentor();
        if (version != null && version !== note.version) {
          throw new AppError('CONFLICT', 'Not sent: someone changed this note. Read it before you send it.');
        }
        const unfilled = unfilledText(parseRichText(note.body));
        if (unfilled !== null) throw invalid('body', unfilled);
        const recipients = await repository.recipientsNow(note.studentPk as number);
        if (recipients.every((recipient) => recipient.pk === actor.pk))
          throw invalid('meetingNoteId', 'There is nobody to send this note to.');
        const isShown = ({ pk: user }: Recipient) => recipientIds?.includes(toGlobalId('User', user)) ?? true;
        if (!recipients.every(isShown)) {
          throw new AppError(
            'CONFLICT',
            'Not sent: the recipients changed. Look at them before you send the note.',
          );
        }
        await repository.freezeRecipients(pk, recipients);
        await repository.markSent(pk, clock.now());
        await interactions.recordMeetingNote(pk);
        const sent = (await repository.find(actor.pk, pk)) as NoteRow;
        for (const recipient of recipients) await mail.enqueue(mailTo(recipient, sent));
        await alerts.announce(MEETING_NOTE_RECEIVED, { notePk: pk });
        return toNote(actor, sent);
      });
    },
  };
}
