import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEvents } from '#shared/privacy/responses.ts';
import { EVENT_LABELS } from '#shared/privacy/events.ts';
import { type AccountEvent, type PrivacyEvent, recordStudentReads } from '#server/lib/security-log.ts';
import { insertSecurityEvents } from '#server/lib/security-log.repository.ts';
import { createFamily, createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
let staff: TestUser;
let family: Awaited<ReturnType<typeof createFamily>>;
beforeAll(async () => {
  app = await startTestApp();
  family = await createFamily(app.database);
  staff = await createUser(app.database, { role: 'mentor', permissions: ['privacy.manage_data'] });
});
afterAll(() => app.close());

async function read(viewer: TestUser, search = '') {
  return (await app.as(viewer)).rest<AuditEvents>('GET', `/api/audit_log/${search}`);
}

async function readAll(viewer: TestUser, search: string, first: number): Promise<AuditEvents['events']> {
  const events: AuditEvents['events'] = [];
  for (let after: string | null = ''; after !== null;) {
    const cursor: string = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
    const { body } = await read(viewer, `?${search}&first=${first}${cursor}`);
    events.push(...body.events);
    after = body.next;
  }
  return events;
}

describe('the audit log', () => {
  it('shows everyone’s events, newest first, with the people of each', async () => {
    const { student, parent } = family;
    const { body } = await read(staff, `?kind=relation_added&person=${student.pk}`);
    expect(body.next).toBeNull();
    expect(body.events).toHaveLength(3);
    expect(body.events.at(-1)).toMatchObject({
      kind: 'relation_added',
      detail: 'parent',
      actor: null,
      subject: { pk: parent.pk, full_name: parent.fullName },
      student: { pk: student.pk, full_name: student.fullName },
    });
  });

  it('is read page by page without gaps, also among events of the same moment', async () => {
    const { mentor } = family;
    const at = new Date('2026-05-31T12:00:00.000Z');
    const event = { kind: 'sign_in' as const, at, actorPk: mentor.pk, subjectPk: mentor.pk };
    await insertSecurityEvents(app.database, [event, event, event, event, event]);
    const all = await readAll(staff, `person=${mentor.pk}`, 100);
    expect(all.length).toBeGreaterThanOrEqual(6);
    expect(await readAll(staff, `person=${mentor.pk}`, 2)).toEqual(all);
    const everyone = await readAll(staff, '', 3);
    expect(everyone).toEqual(await readAll(staff, '', 100));
    expect(new Set(everyone.map(({ pk }) => pk)).size).toBe(everyone.length);
  });

  it('is filtered by days in the reader’s time zone, both included', async () => {
    const { otherParent } = family;
    // 23:30 on May 31 and 00:30 on June 1 in Los Angeles.
    for (const at of ['2026-06-01T06:30:00.000Z', '2026-06-01T07:30:00.000Z']) {
      await insertSecurityEvents(app.database, [
        { kind: 'sign_out', at: new Date(at), actorPk: otherParent.pk, subjectPk: otherParent.pk },
      ]);
    }
    const count = async (period: string) =>
      (await readAll(staff, `kind=sign_out&person=${otherParent.pk}&${period}`, 10)).length;
    expect(await count('from=2026-05-31&to=2026-05-31')).toBe(1);
    expect(await count('from=2026-05-31&to=2026-06-01')).toBe(2);
    expect(await count('from=2026-06-02')).toBe(0);
  });

  it('rejects invalid filters and cursors of other lists', async () => {
    for (const search of [
      '?kind=nothing',
      '?person=x',
      '?person=0',
      '?from=tomorrow',
      '?first=0',
      '?after=x',
    ]) {
      expect((await read(staff, search)).status, search).toBe(422);
    }
  });

  it('names a person whose account was deleted only as that', async () => {
    const gone = await createUser(app.database);
    await recordStudentReads(
      app.database,
      { ...staff, studentPks: [] } as never,
      'roadmap',
      [gone.pk],
      new Date(),
    );
    await app.database.query('DELETE FROM users WHERE pk = $1', [gone.pk]);
    const { body } = await read(staff, `?person=${gone.pk}`);
    expect(body.events).toMatchObject([
      { kind: 'student_read', actor: { pk: staff.pk }, subject: { full_name: 'Deleted account' } },
    ]);
  });

  it('is exported as CSV in which no cell is a formula, and the export is logged', async () => {
    const evil = await createUser(app.database, { firstName: '=HYPERLINK("x")', lastName: '+1' });
    await insertSecurityEvents(app.database, [{ kind: 'sign_in', actorPk: evil.pk, subjectPk: evil.pk }]);
    const response = await (await app.as(staff)).fetch(`/api/audit_log/export/?person=${evil.pk}`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = (await response.text()).trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`,Signed in,"'=HYPERLINK(""x"") +1",${evil.pk},`);
    const { body } = await read(staff, '?kind=audit_log_exported');
    expect(body.events[0]).toMatchObject({ actor: { pk: staff.pk }, subject: null });
  });
});

describe('one’s own events', () => {
  it('contain what the person did and what others did with their account and data, and nothing else', async () => {
    const { otherStudent, otherMentor, student } = family;
    const reader = { ...staff, studentPks: [] } as never;
    await recordStudentReads(app.database, reader, 'rating', [otherStudent.pk, student.pk], new Date());
    const own = async (viewer: TestUser) => {
      const { body } = await (await app.as(viewer)).rest<AuditEvents>('GET', '/api/me/events/?first=100');
      return body.events;
    };
    const events = await own(otherStudent);
    expect(events[0]).toMatchObject({
      kind: 'student_read',
      detail: 'rating',
      actor: { pk: staff.pk, full_name: staff.fullName },
    });
    expect(events.map(({ kind }) => kind).sort()).toEqual([
      'relation_added',
      'relation_added',
      'student_read',
    ]);
    for (const { actor, subject, student: related } of events) {
      expect([actor?.pk, subject?.pk, related?.pk]).toContain(otherStudent.pk);
    }
    expect((await own(otherMentor)).map(({ kind }) => kind)).toEqual(['relation_added']);
  });
});

it('every kind of event has a label', async () => {
  // A kind without a label does not compile.
  const labels: Readonly<Record<AccountEvent | PrivacyEvent, string>> = EVENT_LABELS;
  const kinds = await app.database.query<{ kind: string }>('SELECT DISTINCT kind FROM security_events');
  expect(kinds.map(({ kind }) => kind).filter((kind) => !(kind in labels))).toEqual([]);
});
