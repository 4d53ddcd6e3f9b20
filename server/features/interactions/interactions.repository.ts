import type { TaskAction } from '#shared/tasks/constants.ts';
import type { Database } from '../../db/database.ts';
import {
  INSERT_MEETING_INTERACTION,
  INSERT_NOTE_INTERACTIONS,
  INSERT_TASK_INTERACTIONS,
  minutesTogether,
} from '../../db/interactions.ts';
import { jsonRow } from '../../db/json.ts';
import type { NewestFirst } from '../../lib/cursors.ts';

interface PersonReference {
  pk: number;
  fullName: string;
}

interface ListReference {
  pk: number;
  slug: string;
  name: string;
}

/** The task of an interaction; without a pk and a list once it is deleted. */
export interface InteractionTask {
  pk: number | null;
  name: string;
  containingList: ListReference | null;
}

/** A meeting note as an interaction refers to it. */
export interface MeetingNoteReference {
  pk: number;
  title: string;
}

/** A meeting that mentor and student attended. */
export interface AttendedMeeting {
  pk: number;
  name: string;
  /** How long both were in the room. */
  minutes: number;
}

/** An interaction as the viewer may see it: of a meeting, a meeting note, or with an action on a task. */
export interface InteractionRow {
  pk: number;
  createdAt: Date;
  student: PersonReference;
  mentor: PersonReference | null;
  createdBy: PersonReference | null;
  meetingNote: MeetingNoteReference | null;
  attendedMeeting: AttendedMeeting | null;
  action: TaskAction | null;
  task: InteractionTask | null;
  oldName: string | null;
  newName: string | null;
  oldPoints: number | null;
  newPoints: number | null;
  oldDueAt: Date | null;
  newDueAt: Date | null;
  oldContainingList: ListReference | null;
  newContainingList: ListReference | null;
}

/** Which interactions to read. */
export interface InteractionQuery {
  viewerPk: number;
  /** The person whose `show_meetings` applies: when viewing as a parent, the signed-in person. */
  settingsPk: number;
  /** The students whose entries are read: only the viewer, or only others. */
  studentPks: readonly number[];
  mentorPk: number | null;
  /** Whether the query selects the mentors. */
  withMentor: boolean;
  after: NewestFirst | null;
  limit: number;
}

const person = (user: string) =>
  `CASE WHEN ${user}.pk IS NOT NULL THEN json_build_object('pk', ${user}.pk, 'fullName', ${user}.full_name) END`;

/** A list by name, if the viewer may see it: others see shared lists only. */
const list = (name: string) =>
  `CASE WHEN ${name}.pk IS NOT NULL AND (NOT ${name}.private OR ${name}.owner_pk = $1)
    THEN json_build_object('pk', ${name}.pk, 'slug', ${name}.slug, 'name', ${name}.name) END`;

/** A list of a moved task; few entries have one. */
const movedList = (column: string) =>
  `CASE WHEN entry.action = 'MOVE'
    THEN (SELECT ${list('moved')} FROM task_lists AS moved WHERE moved.pk = entry.${column}) END`;

/** `canReadNote` (shared/notes/policy.ts) for a sent meeting note: its author and its recipients. */
const IS_READABLE = `(interactions.note_pk IS NULL OR interactions.actor_pk = $1 OR EXISTS (
  SELECT FROM note_recipients WHERE note_recipients.note_pk = interactions.note_pk AND user_pk = $1))`;

/** Reads and writes interactions. */
export class InteractionsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async insertTaskActivities(activityPks: readonly number[]): Promise<void> {
    await this.#database.query(INSERT_TASK_INTERACTIONS, [activityPks]);
  }

  async insertMeetingNotes(notePks: readonly number[]): Promise<void> {
    await this.#database.query(INSERT_NOTE_INTERACTIONS, [notePks]);
  }

  async insertMeeting(meetingPk: number): Promise<void> {
    await this.#database.query(INSERT_MEETING_INTERACTION, [meetingPk]);
  }

  /**
   * Reads a page, newest first: the newest entries of each student from an index, then the newest of those. Nothing
   * for a viewer without meetings (INT-003).
   */
  list({
    viewerPk,
    settingsPk,
    studentPks,
    mentorPk,
    withMentor,
    after,
    limit,
  }: InteractionQuery): Promise<InteractionRow[]> {
    const values: unknown[] = [viewerPk, studentPks];
    const bind = (value: unknown) => `$${values.push(value)}`;
    const isOwn = studentPks[0] === viewerPk;
    const conditions = [
      'interactions.student_pk = visible_student.pk',
      IS_READABLE,
      ...(isOwn ? [] : ['interactions.shared']),
      ...(mentorPk === null ? [] : [`interactions.mentor_pk = ${bind(mentorPk)}::int`]),
      ...(after === null
        ? []
        : [
            `(interactions.created_at, interactions.pk) < (${bind(after[0])}::timestamptz, ${bind(after[1])}::int)`,
          ]),
    ].join(' AND ');
    const newest = `ORDER BY created_at DESC, pk DESC LIMIT ${limit}`;
    return this.#database.query<InteractionRow>(
      // Few entries have a note, a meeting or a moved list. Subqueries for these are faster than joins.
      `SELECT entry.pk, entry.created_at AS "createdAt", ${person('student')} AS student,
        ${withMentor ? person('mentor') : 'NULL'} AS mentor, ${person('actor')} AS "createdBy",
        CASE WHEN entry.note_pk IS NOT NULL
          THEN ${jsonRow('SELECT pk, title FROM notes WHERE notes.pk = entry.note_pk')} END AS "meetingNote",
        CASE WHEN entry.meeting_pk IS NOT NULL
          THEN ${jsonRow(`SELECT pk, name, ${minutesTogether('meeting.pk')} AS minutes
            FROM booked_meetings AS meeting WHERE meeting.pk = entry.meeting_pk`)} END AS "attendedMeeting",
        entry.action,
        CASE WHEN entry.action IS NOT NULL THEN json_build_object('pk', task.pk,
          'name', coalesce(task.name, entry.task_name), 'containingList', ${list('task_list')}) END AS task,
        entry.old_name AS "oldName", entry.new_name AS "newName", entry.old_points AS "oldPoints",
        entry.new_points AS "newPoints", entry.old_due_at AS "oldDueAt", entry.new_due_at AS "newDueAt",
        ${movedList('old_list_pk')} AS "oldContainingList", ${movedList('list_pk')} AS "newContainingList"
      FROM (
        SELECT found.* FROM unnest($2::int[]) AS visible_student (pk) CROSS JOIN LATERAL (
          SELECT * FROM interactions WHERE ${conditions} ${newest}) AS found
        WHERE (SELECT show_meetings FROM users WHERE pk = ${bind(settingsPk)})
        ${newest}
      ) AS entry
      JOIN users AS student ON student.pk = entry.student_pk
      ${withMentor ? 'LEFT JOIN users AS mentor ON mentor.pk = entry.mentor_pk' : ''}
      LEFT JOIN users AS actor ON actor.pk = entry.actor_pk
      LEFT JOIN tasks AS task ON task.pk = entry.task_pk AND task.deleted_at IS NULL
      LEFT JOIN task_lists AS task_list ON task_list.pk = task.list_pk
      ORDER BY entry.created_at DESC, entry.pk DESC`,
      values,
    );
  }
}
