import { describe, expect, it } from 'vitest';
import type { Actor } from '#shared/kernel/actor.ts';
import { ACTORS, FAMILY, RELATED, STUDENT_PK, whoCan } from '#tests/factories/actors.ts';
import { canBook, canBookWith } from './policy.ts';

describe('a meeting of a mentor and a student', () => {
  const pair = { mentorPk: ACTORS.mentor.pk, studentPk: STUDENT_PK, areRelated: true };

  it('this mentor, the student and the parents book it', () => {
    expect(whoCan((actor) => canBook(actor, pair))).toEqual([...FAMILY, 'mentor']);
  });

  it('nobody books it when the mentor is not one of the student', () => {
    expect(whoCan((actor) => canBook(actor, { ...pair, areRelated: false }))).toEqual([]);
  });
});

describe('a meeting with a person', () => {
  const bookersOf = (target: Actor, sharesStudent: boolean) =>
    whoCan((actor) => canBookWith(actor, { pk: target.pk, role: target.role, sharesStudent }));

  it('related people book with a student', () => {
    expect(bookersOf(ACTORS.student, false)).toEqual(RELATED);
    expect(bookersOf(ACTORS.student, true)).toEqual(RELATED);
  });

  it('families book with their mentors, other mentors do not', () => {
    expect(bookersOf(ACTORS.mentor, true)).toEqual([...FAMILY, 'other student', 'other parent']);
  });

  it('nobody books with a mentor of other students', () => {
    expect(bookersOf(ACTORS.mentor, false)).toEqual([]);
  });

  it('nobody books with a parent', () => {
    expect(bookersOf(ACTORS.parent, true)).toEqual([]);
  });
});
