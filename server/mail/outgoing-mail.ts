/** A calendar file as a part of an email, which calendar programs apply. */
export interface MailCalendar {
  method: 'REQUEST' | 'CANCEL';
  content: string;
}

/** The maximum length of a subject: longer ones are shortened. */
export const MAX_SUBJECT = 300;

/** An email to one person. */
export interface OutgoingMail {
  /** The cause and the recipient, such as `note-sent:12:34`: a second email with the same key is ignored. */
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
  calendar?: MailCalendar | null;
}
