/** A mail to one person. */
export interface OutgoingMail {
  /** Names the cause and the recipient, such as `note-sent:12:34`: a second mail with the same key is ignored. */
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}
