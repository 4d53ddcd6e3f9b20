import { z } from 'zod';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid, notFound } from '#shared/kernel/errors.ts';
import { pkOfGlobalId, requirePk, toGlobalId } from '#shared/kernel/ids.ts';
import {
  canChangeNote,
  canCreateNote,
  canDeleteNote,
  canReadNote,
  canWriteAbout,
} from '#shared/notes/policy.ts';
import { createNoteInput, deleteNotesInput, noteFilters, updateNoteInput } from '#shared/notes/schema.ts';
import { NOTE_ORDERS } from '#shared/notes/orders.ts';
import { renderHtml, renderText } from '#shared/rich-text/render.ts';
import type { RichTextDocument } from '#shared/rich-text/schema.ts';
import { batchByActor } from '../../db/batch-by-actor.ts';
import { createOnce } from '../../lib/create-once.ts';
import { cursorMoment, cursorPk, cursorsByOrder, cursorText } from '../../lib/cursors.ts';
import { type Page, pageSize, rowLimit, toPage } from '../../lib/pages.ts';
import { parseInput } from '../../lib/parse-input.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import type { InteractionsService } from '../interactions/interactions.service.ts';
import type { MeetingsService } from '../meetings/meetings.service.ts';
import { meetingNoteReceived } from './notes.alerts.ts';
import { factsOf, type Note, toNote } from './notes.presenter.ts';
import type { NoteRow } from './note-row.sql.ts';
import { listOrder } from './notes-list-order.sql.ts';
import { isSearching, type NoteListQuery } from './notes-list-query.ts';
import { NotesRepository } from './notes.repository.ts';
import { createNoteSending } from './notes.send.ts';

/** A page of the notes list. */
export interface NotePage extends Page<Note> {
  /** False when the search has more matches than were counted. */
  totalCountIsExact: boolean;
}

/** The unvalidated input of the list. */
export interface NoteListRequest {
  first?: number | null;
  after?: string | null;
  filters: object;
  withBody: boolean;
  withCount: boolean;
}

export type NotesService = ReturnType<typeof createNotesService>;

/** The error when changing a sent note (MEET-024). */
const ALREADY_SENT = 'This meeting note has already been sent and cannot be edited!';

/** The error when the booking was given to another student after the author began to type. */
const OTHER_MEETING = 'This text was typed for another meeting. Copy it before you discard it.';

const SORT_VALUES = { text: cursorText, boolean: z.boolean(), timestamptz: cursorMoment } as const;

const noteCursors = cursorsByOrder('notes', NOTE_ORDERS, (order) =>
  z.tuple([SORT_VALUES[listOrder(order).type], cursorPk]),
);

function contentOf(title: string, body: RichTextDocument) {
  return { title, body, htmlBody: renderHtml(body), textBody: renderText(body) };
}

/** Creates the service of notes and meeting notes. */
export function createNotesService(
  dependencies: ServiceDependencies,
  {
    meetings,
    alerts,
    interactions,
  }: { meetings: MeetingsService; alerts: AlertsService; interactions: InteractionsService },
) {
  const { database, clock } = dependencies;
  const repository = new NotesRepository(database);
  alerts.registerAlertSource(meetingNoteReceived(repository));

  async function requireNote(actor: Actor, pk: number): Promise<NoteRow> {
    const row = await repository.find(actor.pk, pk);
    if (row === undefined || !canReadNote(actor, factsOf(row))) throw notFound();
    return row;
  }

  /** Returns the pk of a student that the actor can write about; null for none. @throws AppError NOT_FOUND */
  function requireStudent(actor: Actor, id: string | null): number | null {
    if (id === null) return null;
    const pk = requirePk('User', id);
    if (!canWriteAbout(actor, pk)) throw notFound();
    return pk;
  }

  async function insert(actor: Actor, input: ReturnType<typeof readCreateInput>): Promise<Note> {
    const meeting =
      input.simplybookId === null ? null : await meetings.requireForNote(actor, input.simplybookId);
    const { meetingId } = input;
    if (meeting !== null && meetingId !== null && meetingId !== toGlobalId('BookedMeeting', meeting.pk)) {
      throw invalid('meetingId', OTHER_MEETING);
    }
    const row = await repository.insert({
      ...contentOf(input.title, input.body),
      authorPk: actor.pk,
      studentPk: meeting === null ? requireStudent(actor, input.studentId) : meeting.clientPk,
      bookedMeetingPk: meeting?.pk ?? null,
      now: clock.now(),
    });
    if (row === undefined) throw new AppError('CONFLICT', 'This meeting has a meeting note already.');
    return toNote(actor, row);
  }

  return {
    /** Reads a note (NOTE-036). @throws AppError NOT_FOUND */
    async get(actor: Actor, id: string): Promise<Note> {
      return toNote(actor, await requireNote(actor, requirePk('Note', id)));
    },

    /** Loads a note that a visible object refers to; undefined when the actor cannot read it. */
    load: batchByActor<Note>(async (actor, pks) => {
      const rows = await repository.findMany(actor.pk, pks);
      const readable = rows.filter((row) => canReadNote(actor, factsOf(row)));
      return new Map(readable.map((row) => [row.pk, toNote(actor, row)]));
    }),

    /** Creates a note (NOTE-037), or with `simplybookId` a meeting note (MEET-029). Ignores the client's HTML. */
    async create(actor: Actor, request: object): Promise<Note> {
      if (!canCreateNote(actor)) throw new AppError('FORBIDDEN', 'Only mentors can write notes.');
      const input = readCreateInput(request);
      // The meeting is only a condition, so it is not compared: repeats by earlier versions do not have it.
      const { idempotencyKey: key, meetingId: _meetingId, ...content } = input;
      const once = { action: 'createNote', key, input: content };
      const { pk } = await createOnce(database, actor, once, async () => ({
        pk: (await insert(actor, input)).pk,
      }));
      return toNote(actor, await requireNote(actor, pk));
    },

    /**
     * Changes a note (NOTE-039).
     * @throws AppError CONFLICT, with the stored note, when someone else saved in between
     */
    async update(actor: Actor, request: object): Promise<Note> {
      const { id, title, body, version = null, studentId } = parseInput(updateNoteInput, request);
      const pk = requirePk('Note', id);
      const before = await requireNote(actor, pk);
      if (!canChangeNote(actor, factsOf(before))) throw cannotEdit(before);
      const content = contentOf(title, body);
      const isSameStudent = studentId === undefined || pkOf(studentId) === before.studentPk;
      if (!isSameStudent && before.bookedMeetingPk !== null) {
        throw invalid('studentId', "A meeting note belongs to its meeting's student.");
      }
      const studentPk = isSameStudent ? undefined : requireStudent(actor, studentId ?? null);
      const row = await repository.update(actor.pk, pk, { ...content, studentPk, version, now: clock.now() });
      if (row !== undefined) return toNote(actor, row);

      const stored = await requireNote(actor, pk);
      if (!canChangeNote(actor, factsOf(stored))) throw cannotEdit(stored);
      // The same save again, after a lost response.
      const isRepeated =
        version !== null &&
        stored.version === version + 1 &&
        stored.title === title &&
        stored.htmlBody === content.htmlBody &&
        (studentPk === undefined || studentPk === stored.studentPk);
      if (isRepeated) return toNote(actor, stored);
      throw new AppError('CONFLICT', 'Someone else changed this note.', {
        current: {
          id: toGlobalId('Note', stored.pk),
          title: stored.title,
          body: stored.body,
          version: stored.version,
          updatedAt: stored.updatedAt,
        },
      });
    },

    /** Deletes notes (NOTE-040). Notes that the actor cannot see are omitted from the response. */
    async delete(actor: Actor, request: object): Promise<{ deleted: Note[]; failed: Note[] }> {
      const { ids } = parseInput(deleteNotesInput, request);
      const pks = [...new Set(ids)].map((id) => pkOfGlobalId('Note', id)).filter((pk) => pk !== null);
      return database.transaction(async () => {
        const rows = await repository.findMany(actor.pk, pks, { lock: true });
        const visible = rows.filter((row) => canReadNote(actor, factsOf(row)));
        if (visible.length === 0) throw notFound();
        const toDelete = visible.filter((row) => canDeleteNote(actor, factsOf(row)));
        await repository.delete(toDelete.map((row) => row.pk));
        const failed = visible.filter((row) => !toDelete.includes(row));
        return {
          deleted: toDelete.map((row) => toNote(actor, row)),
          failed: failed.map((row) => toNote(actor, row)),
        };
      });
    },

    /** Reads a page of the list (NOTE-033, NOTE-034). */
    async list(actor: Actor, request: NoteListRequest): Promise<NotePage> {
      const filters = parseInput(noteFilters, request.filters);
      const size = pageSize(request.first);
      const cursor = noteCursors[filters.orderBy];
      const after = cursor.decode(request.after);
      const query: NoteListQuery = {
        viewerPk: actor.pk,
        mentoredPks: actor.role === 'mentor' ? actor.studentPks : [],
        includeSelf: filters.includeSelf,
        includeOthers: filters.includeOthers,
        authorPk: filters.user === null ? null : requirePk('User', filters.user),
        studentPk: filters.student === null ? null : requirePk('User', filters.student),
        kind: filters.kind,
        search: {
          titleContains: filters.title_Icontains,
          bodyContains: filters.body_Icontains,
          titleWords: filters.tq,
          bodyWords: filters.bq,
        },
        order: filters.orderBy,
        after: after === null ? null : { sortValue: after[0], pk: after[1] },
        limit: rowLimit(size),
        withBody: request.withBody,
        withCount: request.withCount,
      };
      const { rows, totalCount, scannedTo } = await repository.list(query);
      const page = toPage(rows, {
        size,
        hasPreviousPage: query.after !== null,
        cursorOf: (row) => cursor.encode([row.sort, row.pk]),
        nodeOf: (row) => toNote(actor, row),
      });
      if (scannedTo !== null && !page.pageInfo.hasNextPage) {
        const endCursor = cursor.encode([scannedTo.sort, scannedTo.pk]);
        const { startCursor, hasPreviousPage } = page.pageInfo;
        page.pageInfo = { startCursor, endCursor, hasPreviousPage, hasNextPage: true };
      }
      if (!query.withCount || !isSearching(query)) return { ...page, totalCount, totalCountIsExact: true };
      const found = await repository.countFound(query);
      return { ...page, totalCount: found.count, totalCountIsExact: found.isExact };
    },

    /** Returns the edge of a note in the default order of the list (NOTE-038). */
    edgeOf(note: Note): Page<Note>['edges'][number] {
      return { cursor: noteCursors['-updatedAt'].encode([note.updatedAt, note.pk]), node: note };
    },

    ...createNoteSending(dependencies, { repository, meetings, alerts, interactions }),
  };
}

function readCreateInput(request: object) {
  const {
    simplybookId = null,
    meetingId = null,
    studentId = null,
    ...rest
  } = parseInput(createNoteInput, request);
  return { ...rest, simplybookId, meetingId, studentId };
}

function cannotEdit(note: NoteRow): AppError {
  return note.sent
    ? new AppError('FORBIDDEN', `Cannot Edit: ${ALREADY_SENT}`)
    : new AppError('FORBIDDEN', 'Only the author can change a note.');
}

function pkOf(studentId: string | null): number | null {
  return studentId === null ? null : requirePk('User', studentId);
}
