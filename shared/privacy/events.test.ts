import { expect, it } from 'vitest';
import { eventText, ownEventText } from './events.ts';

const staff = { pk: 1, full_name: 'Samuel Whitfield' };
const mentor = { pk: 2, full_name: 'Elena Marsh' };
const student = { pk: 3, full_name: 'Lucas Moreau' };

it('names an added or removed mentor or parent', () => {
  expect(eventText({ kind: 'relation_added', detail: 'mentor' })).toBe('Mentor added');
  expect(eventText({ kind: 'relation_removed', detail: 'parent' })).toBe('Parent removed');
  expect(eventText({ kind: 'relation_added', detail: 'unknown' })).toBe('Mentor or parent added: unknown');
});

const line = (event: Parameters<typeof ownEventText>[0], viewer: { pk: number }) => {
  const { event: text, people } = ownEventText(event, viewer.pk);
  return [text, people].filter(Boolean).join(' · ');
};

it('says what changed for each person of a relation', () => {
  const added = { kind: 'relation_added', detail: 'mentor', actor: null, subject: mentor, student };
  expect(line(added, mentor)).toBe('Added as a mentor · Lucas Moreau');
  expect(line(added, student)).toBe('Mentor added · Elena Marsh');
  const removed = { ...added, kind: 'relation_removed', actor: staff };
  expect(line(removed, mentor)).toBe('Removed as a mentor · Lucas Moreau · By Samuel Whitfield');
  expect(line(removed, student)).toBe('Mentor removed · Elena Marsh · By Samuel Whitfield');
  expect(line(removed, staff)).toBe('Mentor removed · Elena Marsh for Lucas Moreau');
});

it('names the other people of an event', () => {
  const viewed = { kind: 'student_read', detail: 'roadmap', actor: staff, subject: student, student: null };
  expect(line(viewed, student)).toBe('Student data viewed by staff: roadmap · By Samuel Whitfield');
  expect(line(viewed, staff)).toBe('Student data viewed by staff: roadmap · About Lucas Moreau');
});
