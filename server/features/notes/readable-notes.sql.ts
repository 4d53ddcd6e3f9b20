/**
 * The notes of a list that its viewer can read: the part that the page, the search and the counts have in common.
 *
 * Input: a {@link NoteListQuery}. Output: selects of positions (`pk` and `sort`), not of whole notes.
 *
 * The notes are the union of three branches: the viewer's own notes, those of other mentors about the viewer's
 * students, and the meeting notes that were sent to the viewer. Each branch is ordered and limited by its own index,
 * and the union is limited again. Example: the first 11 positions of a mentor's list by '-updatedAt' are
 *
 *     SELECT pk, sort FROM (
 *       (SELECT notes.pk, updated_at AS sort FROM notes WHERE author_pk = $1 ORDER BY ... LIMIT 11)
 *       UNION ALL (<about my students> ORDER BY ... LIMIT 11)
 *       UNION ALL (<received> ORDER BY ... LIMIT 11)) AS scanned
 *     ORDER BY scanned.sort DESC, scanned.pk DESC LIMIT 11
 */
import { isAfter, type ListOrder, listOrder, orderNotes, orderPositions } from './notes-list-order.sql.ts';
import type { NoteListQuery } from './notes-list-query.ts';

/** The notes that a viewer can read, as parts of one statement, and the values of its parameters. */
export class ReadableNotes {
  /** The values of the statement's parameters: `$1` is the first. */
  readonly values: unknown[] = [];
  readonly order: ListOrder;
  /** The parameter with the viewer's pk. */
  readonly viewer: string;
  /** Whether the list has the viewer's own notes. */
  readonly hasOwn: boolean;
  /** The parameter with the students whose notes by other mentors are in the list; null without this branch. */
  readonly mentored: string | null;
  /** Whether the list has meeting notes that were sent to the viewer. */
  readonly hasReceived: boolean;
  /** The conditions of the filters, each with a leading AND. */
  readonly filters: string;
  /** The condition for notes after the cursor, with a leading AND; empty on the first page. */
  readonly afterCursor: string;

  constructor(query: NoteListQuery) {
    const { viewerPk, authorPk, studentPk, kind, after, includeSelf, includeOthers } = query;
    this.order = listOrder(query.order);
    this.viewer = this.bind(viewerPk);

    const canBeOwn = authorPk === null || authorPk === viewerPk;
    const canBeOthers = includeOthers && authorPk !== viewerPk;
    const mentored = query.mentoredPks.filter((pk) => studentPk === null || pk === studentPk);
    this.hasOwn = includeSelf && canBeOwn;
    // Only authors see unsent meeting notes; mentors share only plain notes.
    this.hasReceived = canBeOthers && kind !== 'UNSENT_MEETING_NOTE';
    this.mentored = canBeOthers && kind === null && mentored.length > 0 ? this.bind(mentored) : null;

    this.filters = [
      ...(canBeOwn ? [] : [`notes.author_pk = ${this.bind(authorPk)}`]),
      ...(studentPk === null ? [] : [`notes.student_pk = ${this.bind(studentPk)}`]),
      ...(kind === null ? [] : ['notes.booked_meeting_pk IS NOT NULL']),
      ...(kind === 'UNSENT_MEETING_NOTE' ? ['notes.sent_at IS NULL'] : []),
    ]
      .map((condition) => ` AND ${condition}`)
      .join('');
    this.afterCursor =
      after === null
        ? ''
        : ` AND ${isAfter(this.order, { sortValue: this.bind(after.sortValue), pk: this.bind(after.pk) })}`;
  }

  /** Whether no note can be in the list, so that no statement is needed. */
  get isEmpty(): boolean {
    return !this.hasOwn && this.mentored === null && !this.hasReceived;
  }

  /** Whether the list has only the viewer's own notes. */
  get isOwnOnly(): boolean {
    return this.hasOwn && this.mentored === null && !this.hasReceived;
  }

  /** Adds a value. @returns its parameter, such as `$3` */
  bind(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** Selects the first positions after the cursor, in order. */
  firstPositions(limit: number): string {
    return `SELECT pk, sort FROM (${this.#branches(this.afterCursor, `${orderNotes(this.order)} LIMIT ${limit}`)}) AS scanned
      ${orderPositions(this.order, 'scanned')} LIMIT ${limit}`;
  }

  /** Selects every position after the cursor that meets conditions with an index, in no order. */
  positionsWith(conditions: string): string {
    // OFFSET 0 prevents the planner from scanning all notes in list order instead.
    return this.#branches(this.afterCursor + conditions, 'OFFSET 0');
  }

  /** Returns the union of the branches. @param end the clauses after the conditions of each branch */
  #branches(conditions: string, end: string): string {
    const where = `${this.filters}${conditions} ${end}`;
    const position = `notes.pk, ${this.order.column} AS sort`;
    const branches: string[] = [];
    if (this.hasOwn) {
      branches.push(`(SELECT ${position} FROM notes WHERE notes.author_pk = ${this.viewer}${where})`);
    }
    if (this.mentored !== null) {
      branches.push(`(SELECT others.pk, others.sort FROM unnest(${this.mentored}::int[]) AS mentored (pk)
        CROSS JOIN LATERAL (SELECT ${position} FROM notes
          WHERE notes.student_pk = mentored.pk AND notes.booked_meeting_pk IS NULL
            AND notes.author_pk <> ${this.viewer}${where}) AS others)`);
    }
    if (this.hasReceived) {
      branches.push(`(SELECT ${position} FROM note_recipients JOIN notes ON notes.pk = note_recipients.note_pk
        WHERE note_recipients.user_pk = ${this.viewer} AND notes.sent
          AND notes.author_pk <> ${this.viewer}${where})`);
    }
    return branches.join(' UNION ALL ');
  }
}
