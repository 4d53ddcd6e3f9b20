import { randomUUID } from 'node:crypto';
import type { Database } from '#server/db/database.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { renderHtml, renderText } from '#shared/rich-text/render.ts';
import type { RichTextDocument } from '#shared/rich-text/schema.ts';
import type { TestUser } from './users.ts';

let simplybookCount = 1_000;

/** Returns a document with one paragraph per line. */
export function richText(...lines: string[]): RichTextDocument {
  return {
    type: 'doc',
    content: lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
  };
}

export interface TestMeeting {
  pk: number;
  id: string;
  simplybookId: number;
  /** The name of its video room. */
  meetId: string;
  provider: TestUser;
  client: TestUser;
}

/** Creates a booked meeting of one hour; by default it was yesterday. */
export async function createMeeting(
  database: Database,
  given: { provider: TestUser; client: TestUser; startsAt?: Date; minutes?: number; name?: string },
): Promise<TestMeeting> {
  simplybookCount += 1;
  const startsAt = given.startsAt ?? new Date(Date.now() - 24 * 3_600_000);
  const row = await database.kysely
    .insertInto('bookedMeetings')
    .values({
      name: given.name ?? 'Mentoring session',
      simplybookId: simplybookCount,
      meetId: randomUUID(),
      providerPk: given.provider.pk,
      clientPk: given.client.pk,
      startsAt,
      endsAt: new Date(startsAt.getTime() + (given.minutes ?? 60) * 60_000),
    })
    .returning(['pk', 'simplybookId', 'meetId'])
    .executeTakeFirstOrThrow();
  return { ...row, id: toGlobalId('BookedMeeting', row.pk), provider: given.provider, client: given.client };
}

export interface TestNote {
  pk: number;
  id: string;
  meetingNoteId: string;
  title: string;
}

/** Creates a stored note; a meeting makes it a meeting note, recipients make it a sent one. */
export async function createNote(
  database: Database,
  given: {
    author: TestUser;
    student?: TestUser | undefined;
    meeting?: TestMeeting | undefined;
    recipients?: TestUser[] | undefined;
    title?: string;
    body?: RichTextDocument;
    at?: Date;
  },
): Promise<TestNote> {
  const body = given.body ?? richText('Met today and talked about the next steps.');
  const at = given.at ?? new Date();
  const row = await database.kysely
    .insertInto('notes')
    .values({
      authorPk: given.author.pk,
      studentPk: given.meeting?.client.pk ?? given.student?.pk ?? null,
      bookedMeetingPk: given.meeting?.pk ?? null,
      title: given.title ?? 'First meeting',
      body: JSON.stringify(body),
      htmlBody: renderHtml(body),
      textBody: renderText(body),
      createdAt: at,
      updatedAt: at,
      sentAt: given.recipients === undefined ? null : at,
    })
    .returning(['pk', 'title'])
    .executeTakeFirstOrThrow();
  for (const { pk, role } of given.recipients ?? []) {
    await database.kysely
      .insertInto('noteRecipients')
      .values({ notePk: row.pk, userPk: pk, kind: role })
      .execute();
  }
  return { ...row, id: toGlobalId('Note', row.pk), meetingNoteId: toGlobalId('MeetingNote', row.pk) };
}
