import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import type { TestUser } from '#tests/factories/users.ts';
import {
  app,
  book,
  bookOne,
  CANCEL,
  family,
  MOVE,
  startBookingTests,
} from '#tests/helpers/scenes/booking-scene.ts';

startBookingTests();

describe('calendar mails', () => {
  async function mails(user: TestUser) {
    type Mail = { subject: string; text: string; calendar: { method: string; content: string } };
    const rows = await app.database.query<Mail>(
      'SELECT subject, text, calendar FROM mails WHERE "to" = $1 ORDER BY pk',
      [user.email],
    );
    return rows.map(({ subject, text, calendar }) => {
      const component = new ICAL.Component(ICAL.parse(calendar.content));
      const events = component.getAllSubcomponents('vevent');
      expect(events).toHaveLength(1);
      const event = new ICAL.Event(events[0]);
      expect(component.getFirstPropertyValue('method')).toBe(calendar.method);
      return { subject, text, method: calendar.method, event, component: events[0] as ICAL.Component };
    });
  }

  it('add, move and remove one event, as a calendar program reads them', async () => {
    const client = await app.as(family.student);
    const { id, meetId } = await bookOne(client, '2027-06-03T10:00:00.000Z');
    await client.graphql(MOVE, { input: { meeting: id, startsAt: '2027-06-04T12:00:00.000Z', sequence: 0 } });
    await client.graphql(CANCEL, { input: { meeting: id, reason: 'Ill; sorry, all', sequence: 1 } });
    for (const user of [family.mentor, family.student, family.parent]) {
      const received = await mails(user);
      expect(received.map(({ method }) => method)).toEqual(['REQUEST', 'REQUEST', 'CANCEL']);
      expect(new Set(received.map(({ event }) => event.uid)).size).toBe(1);
      expect(received.map(({ event }) => event.sequence)).toEqual([0, 1, 2]);
      expect(received.map(({ event }) => event.startDate.toJSDate().toISOString())).toEqual([
        '2027-06-03T10:00:00.000Z',
        '2027-06-04T12:00:00.000Z',
        '2027-06-04T12:00:00.000Z',
      ]);
      const [first, , last] = received;
      expect(first?.text).toContain('The room opens 10 minutes before the start.');
      expect(first?.event.startDate.zone.tzid).toBe('UTC');
      expect(first?.component.getFirstPropertyValue('organizer')).toBe('mailto:no-reply@gopath.example');
      expect(first?.component.getAllProperties('attendee').map((one) => one.getFirstValue())).toEqual([
        `MAILTO:${user.email}`,
      ]);
      expect(first?.component.getFirstPropertyValue('location')).toContain(`/meeting_rooms/${meetId}/`);
      expect(last?.component.getFirstPropertyValue('status')).toBe('CANCELLED');
      expect(last?.event.description).toBe('Ill; sorry, all');
      expect(last?.subject).toContain('Canceled: Essay ideas');
    }
    expect(await mails(family.coMentor)).toEqual([]);
  });

  it('name the student for the parents, who can have several children', async () => {
    await bookOne(await app.as(family.student), '2027-06-03T10:00:00.000Z');
    const { student, mentor, parent } = family;
    const received = async (user: TestUser) => {
      const { subject, text, event } = (await mails(user))[0] as Awaited<ReturnType<typeof mails>>[number];
      return { subject, sentence: text.split('\n\n')[1]?.split(' is on ')[0], summary: event.summary };
    };
    const both = `${student.fullName} with ${mentor.fullName}`;
    for (const [user, people, summary] of [
      [parent, `for ${both}`, both],
      [student, `with ${mentor.fullName}`, mentor.fullName],
      [mentor, `with ${student.fullName}`, student.fullName],
    ] as const) {
      expect(await received(user)).toEqual({
        subject: `Booked: Essay ideas ${people}`,
        sentence: `Essay ideas ${people}`,
        summary: `Essay ideas: ${summary}`,
      });
    }
  });

  it('keep line breaks in names inside of their field', async () => {
    const client = await app.as(family.student);
    const { id } = await bookOne(client, '2027-06-03T10:00:00.000Z');
    // As an import could store them; our own forms refuse line breaks.
    const name = 'Essay\r\nATTENDEE:mailto:x@y.example\r\nEND:VEVENT';
    await app.database.query(
      `UPDATE booked_meetings SET name = $2 WHERE pk = (SELECT max(pk) FROM booked_meetings WHERE client_pk = $1)`,
      [family.student.pk, name],
    );
    await app.database.query('UPDATE users SET last_name = $2 WHERE pk = $1', [
      family.mentor.pk,
      'A\r\nBEGIN:X',
    ]);
    await client.graphql(MOVE, { input: { meeting: id, startsAt: '2027-06-04T12:00:00.000Z', sequence: 0 } });
    const last = (await mails(family.parent)).at(-1);
    expect(last?.event.summary.split(/\r?\n/).slice(0, 3)).toEqual([
      'Essay',
      'ATTENDEE:mailto:x@y.example',
      expect.stringMatching(/^END:VEVENT: /),
    ]);
    expect(last?.component.getAllProperties('attendee')).toHaveLength(1);
    expect(last?.subject).not.toMatch(/[\r\n]/);
  });

  it('have a shortened subject when names and topic are long', async () => {
    await app.database.query('UPDATE users SET first_name = $2, last_name = $3 WHERE pk = $1', [
      family.student.pk,
      'A'.repeat(100),
      'B'.repeat(100),
    ]);
    const client = await app.as(family.student);
    const topic = 'T'.repeat(100);
    const answer = await book(client, '2027-06-03T10:00:00.000Z', { topic });
    expect(answer.errors).toBeUndefined();
    const id = answer.data?.['bookMeetings'].meetings[0].id;
    await client.graphql(MOVE, { input: { meeting: id, startsAt: '2027-06-04T12:00:00.000Z', sequence: 0 } });
    await client.graphql(CANCEL, { input: { meeting: id, reason: 'Ill', sequence: 1 } });
    const received = await mails(family.mentor);
    const who = `${'A'.repeat(100)} ${'B'.repeat(100)}`;
    for (const [index, change] of ['Booked', 'Moved', 'Canceled'].entries()) {
      expect(received[index]?.subject).toBe(`${`${change}: ${topic} with ${who}`.slice(0, 299)}…`);
      expect(received[index]?.text).toContain(`${topic} with ${who}`);
    }
  });

  it('have no link to the room for the parents of an adult student who keeps them out', async () => {
    await app.database.query(
      `UPDATE users SET birthday = '2000-01-01', keeps_parents_out = true WHERE pk = $1`,
      [family.student.pk],
    );
    await bookOne(await app.as(family.student), '2027-06-03T10:00:00.000Z');
    const locationOf = async (user: TestUser) =>
      (await mails(user)).at(-1)?.component.getFirstPropertyValue('location');
    expect(await locationOf(family.parent)).toBeNull();
    expect(await locationOf(family.student)).toContain('/meeting_rooms/');
    expect((await mails(family.parent)).at(-1)?.component.toString()).not.toContain('meeting_rooms');
  });

  it('have the UID and sequence of the calendar feed', async () => {
    const client = await app.as(family.student);
    const { id } = await bookOne(client, '2027-06-03T10:00:00.000Z');
    await client.graphql(MOVE, { input: { meeting: id, startsAt: '2027-06-04T12:00:00.000Z', sequence: 0 } });
    const feed = await client.rest('POST', '/api/calendar_feed/', { titles_only: false });
    const read = async () => {
      const response = await app.anonymous.fetch(new URL(feed.body.address).pathname);
      const component = new ICAL.Component(ICAL.parse(await response.text()));
      return component.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
    };
    const [event] = await read();
    const last = (await mails(family.student)).at(-1);
    expect({ uid: event?.uid, sequence: event?.sequence }).toEqual({
      uid: last?.event.uid,
      sequence: last?.event.sequence,
    });
    await client.graphql(CANCEL, { input: { meeting: id, reason: 'Ill', sequence: 1 } });
    expect(await read()).toEqual([]);
  });
});
