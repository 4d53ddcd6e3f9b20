import type { RichTextDocument } from '#shared/rich-text/schema.ts';
import type { Role } from '#shared/kernel/roles.ts';
import type { Database } from '../../db/database.ts';
import { noteColumns, type NoteRow } from './note-row.sql.ts';
import { listStatement, searchCountStatement } from './notes-list.sql.ts';
import { isSearching, type NoteListQuery, type SortValue } from './notes-list-query.ts';

/** The columns of a note that its author writes. */
export interface NoteContent {
  title: string;
  body: RichTextDocument;
  htmlBody: string;
  textBody: string;
}

/** A recipient of a meeting note alert, with the data of the alert. */
export interface AlertRecipient {
  userPk: number;
  title: string;
  author: string;
  studentPk: number | null;
  student: string;
  isStudent: boolean;
}

/** A recipient of a meeting note. */
export interface Recipient {
  pk: number;
  fullName: string;
  email: string;
  kind: Role;
}

/** A row of the list, with its sort value for the cursor. */
export type ListedNote = NoteRow & { sort: SortValue };

// The student $1, their parents and all their mentors (MEET-003), without disabled accounts.
const RELATED_TO_STUDENT = `
  SELECT users.pk, users.full_name, users.email, near.kind
  FROM (
    SELECT $1::int AS user_pk, 'student' AS kind
    UNION ALL
    SELECT relations.user_pk, relations.kind FROM relations WHERE relations.student_pk = $1
  ) AS near
  JOIN users ON users.pk = near.user_pk AND users.disabled_at IS NULL`;

const RECIPIENT_ORDER = `array_position(ARRAY['student', 'parent', 'mentor'], kind), full_name, pk`;

/** The SQL of notes. The service authorizes; a WHERE repeats a check only against concurrent changes. */
export class NotesRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(viewerPk: number, pk: number, options: { lock?: boolean } = {}): Promise<NoteRow | undefined> {
    const [row] = await this.#database.query<NoteRow>(
      `SELECT ${noteColumns('$1', true)} FROM notes WHERE pk = $2${options.lock === true ? ' FOR UPDATE' : ''}`,
      [viewerPk, pk],
    );
    return row;
  }

  findMany(viewerPk: number, pks: readonly number[], options: { lock?: boolean } = {}): Promise<NoteRow[]> {
    return this.#database.query<NoteRow>(
      `SELECT ${noteColumns('$1', true)} FROM notes WHERE pk = ANY($2::int[])
      ORDER BY pk${options.lock === true ? ' FOR UPDATE' : ''}`,
      [viewerPk, pks],
    );
  }

  /** Inserts a note. @returns undefined when the booked meeting already has one */
  async insert(
    note: NoteContent & {
      authorPk: number;
      studentPk: number | null;
      bookedMeetingPk: number | null;
      now: Date;
    },
  ): Promise<NoteRow | undefined> {
    const [row] = await this.#database.query<NoteRow>(
      `INSERT INTO notes (author_pk, student_pk, booked_meeting_pk, title, body, html_body, text_body,
        created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)
      ON CONFLICT (booked_meeting_pk) DO NOTHING
      RETURNING ${noteColumns('$1', true)}`,
      [
        note.authorPk,
        note.studentPk,
        note.bookedMeetingPk,
        note.title,
        JSON.stringify(note.body),
        note.htmlBody,
        note.textBody,
        note.now,
      ],
    );
    return row;
  }

  /**
   * Changes an unsent note of this author, if it still has the given version. The statement checks it, so that a change
   * that waited for a concurrent send sees the note as sent.
   */
  async update(
    authorPk: number,
    pk: number,
    change: NoteContent & { studentPk: number | null | undefined; version: number | null; now: Date },
  ): Promise<NoteRow | undefined> {
    const student = change.studentPk === undefined ? '' : ', student_pk = $9';
    const [row] = await this.#database.query<NoteRow>(
      `UPDATE notes SET title = $3, body = $4, html_body = $5, text_body = $6, updated_at = $7,
        version = version + 1${student}
      WHERE pk = $2 AND author_pk = $1 AND sent_at IS NULL AND ($8::int IS NULL OR version = $8)
      RETURNING ${noteColumns('$1', true)}`,
      [
        authorPk,
        pk,
        change.title,
        JSON.stringify(change.body),
        change.htmlBody,
        change.textBody,
        change.now,
        change.version,
        ...(change.studentPk === undefined ? [] : [change.studentPk]),
      ],
    );
    return row;
  }

  async delete(pks: readonly number[]): Promise<void> {
    await this.#database.query('DELETE FROM notes WHERE pk = ANY($1::int[])', [pks]);
  }

  /** Marks the note as sent. The caller has locked the row and checked that it is unsent. */
  async markSent(pk: number, now: Date): Promise<void> {
    await this.#database.query(
      'UPDATE notes SET sent_at = $2, version = version + 1 WHERE pk = $1 AND sent_at IS NULL',
      [pk, now],
    );
  }

  /** Reads the current recipients of a meeting note about this student. */
  recipientsNow(studentPk: number): Promise<Recipient[]> {
    return this.#database.query<Recipient>(
      `SELECT pk, full_name AS "fullName", email, kind FROM (${RELATED_TO_STUDENT}) AS near ORDER BY ${RECIPIENT_ORDER}`,
      [studentPk],
    );
  }

  /** Reads the recipients of a sent note. */
  recipientsSent(pk: number): Promise<Recipient[]> {
    return this.#database.query<Recipient>(
      `SELECT users.pk, users.full_name AS "fullName", users.email, note_recipients.kind
      FROM note_recipients JOIN users ON users.pk = note_recipients.user_pk
      WHERE note_recipients.note_pk = $1 ORDER BY ${RECIPIENT_ORDER.replace(/pk$/, 'users.pk')}`,
      [pk],
    );
  }

  async freezeRecipients(pk: number, recipients: readonly Recipient[]): Promise<void> {
    await this.#database.query(
      `INSERT INTO note_recipients (note_pk, user_pk, kind)
      SELECT $1, user_pk, kind FROM unnest($2::int[], $3::text[]) AS recipient (user_pk, kind)`,
      [pk, recipients.map((recipient) => recipient.pk), recipients.map((recipient) => recipient.kind)],
    );
  }

  /** Reads a page of the list and, if selected, the total count. */
  async list(query: NoteListQuery): Promise<{
    rows: ListedNote[];
    totalCount: number | undefined;
    scannedTo: { sort: SortValue; pk: number } | null;
  }> {
    const statement = listStatement(query);
    if (statement === null) return { rows: [], totalCount: query.withCount ? 0 : undefined, scannedTo: null };
    type Row = ListedNote & { totalCount?: number; scannedPk?: number | null; scannedSort?: SortValue };
    // A search is not prepared: the best plan depends on the frequency of its words.
    const rows = (
      isSearching(query)
        ? await this.#database.execute(statement.text, statement.values)
        : await this.#database.query(statement.text, statement.values)
    ) as (Row | (Partial<Row> & { pk: null }))[];
    const first = rows[0];
    const scannedPk = first?.scannedPk ?? null;
    return {
      rows: rows.filter((row): row is Row => row.pk !== null),
      totalCount: first?.totalCount,
      scannedTo: scannedPk === null ? null : { pk: scannedPk, sort: first?.scannedSort as SortValue },
    };
  }

  /** Counts the matches of a search, up to a limit. */
  async countFound(query: NoteListQuery): Promise<{ count: number; isExact: boolean }> {
    const statement = searchCountStatement(query);
    if (statement === null) return { count: 0, isExact: true };
    const [row] = (await this.#database.execute(statement.text, statement.values)) as [
      { count: number; isExact: boolean },
    ];
    return row;
  }

  /** Reads the people to alert about a meeting note: all recipients except its author. */
  alertRecipients(pk: number): Promise<AlertRecipient[]> {
    return this.#database.query<AlertRecipient>(
      `SELECT note_recipients.user_pk AS "userPk", title, author_name AS author, student_pk AS "studentPk",
        student_name AS student, note_recipients.kind = 'student' AS "isStudent"
      FROM note_recipients JOIN notes ON notes.pk = note_pk
      WHERE note_pk = $1 AND note_recipients.user_pk <> author_pk`,
      [pk],
    );
  }
}
