import { describe, expect, it } from 'vitest';
import { ACTORS, MENTORS, RELATED, STUDENT_PK, whoCan, whoGets } from '#tests/factories/actors.ts';
import {
  canAddListFor,
  canSeeList,
  canSeeListsOf,
  listPermissions,
  type ListFacts,
  taskPermissions,
  taskRules,
} from './policy.ts';

const MENTOR_PK = ACTORS.mentor.pk;
const shared: ListFacts = { ownerPk: STUDENT_PK, private: false, createdByPk: STUDENT_PK };
const secret: ListFacts = { ...shared, private: true };
const byMentor: ListFacts = { ...shared, createdByPk: MENTOR_PK };
const ofMentor: ListFacts = { ownerPk: MENTOR_PK, private: false, createdByPk: MENTOR_PK };

const OWNER = ['change_list', 'delete_list', 'change_private', 'add_task'];
const MENTOR = ['change_list', 'add_task', 'add_listtemplate'];

describe('the lists of a student', () => {
  it('related people see them', () => {
    expect(whoCan((actor) => canSeeListsOf(actor, STUDENT_PK))).toEqual(RELATED);
  });

  it('the student and the mentors add one, parents do not', () => {
    expect(whoCan((actor) => canAddListFor(actor, STUDENT_PK))).toEqual(['student', ...MENTORS]);
  });
});

describe('a shared list', () => {
  it('related people see it', () => {
    expect(whoCan((actor) => canSeeList(actor, shared))).toEqual(RELATED);
  });

  it('parents only read it, and mentors change it but neither delete it nor make it private', () => {
    expect(whoGets((actor) => listPermissions(actor, shared))).toEqual({
      student: OWNER,
      mentor: MENTOR,
      'co-mentor': MENTOR,
    });
  });

  it('the mentor who added it also deletes it', () => {
    expect(whoGets((actor) => listPermissions(actor, byMentor))).toEqual({
      student: OWNER,
      mentor: ['change_list', 'delete_list', 'add_task', 'add_listtemplate'],
      'co-mentor': MENTOR,
    });
  });

  it('a parent who added it does not delete it', () => {
    expect(listPermissions(ACTORS.parent, { ...shared, createdByPk: ACTORS.parent.pk })).toEqual([]);
  });

  it('a mentor who lost the student has no permission on a list they added', () => {
    const former = { ...ACTORS['other mentor'], pk: MENTOR_PK };
    expect(listPermissions(former, byMentor)).toEqual([]);
  });
});

describe('a private list', () => {
  it('only its owner sees it', () => {
    expect(whoCan((actor) => canSeeList(actor, secret))).toEqual(['student']);
  });

  it('only its owner has permissions on it, not even the mentor who added it', () => {
    expect(whoGets((actor) => listPermissions(actor, secret))).toEqual({ student: OWNER });
    expect(whoGets((actor) => listPermissions(actor, { ...byMentor, private: true }))).toEqual({
      student: OWNER,
    });
  });
});

describe("a mentor's list", () => {
  it('only its owner sees it, and cannot make it private', () => {
    expect(whoGets((actor) => listPermissions(actor, ofMentor))).toEqual({
      mentor: ['change_list', 'delete_list', 'add_task', 'add_listtemplate'],
    });
  });
});

describe('a task', () => {
  it('its owner deletes it, mentors only change it', () => {
    expect(whoGets((actor) => taskPermissions(actor, shared, { createdByPk: STUDENT_PK }))).toEqual({
      student: ['change_task', 'delete_task'],
      mentor: ['change_task'],
      'co-mentor': ['change_task'],
    });
  });

  it('the mentor who added it also deletes it', () => {
    expect(whoGets((actor) => taskPermissions(actor, shared, { createdByPk: MENTOR_PK }))).toEqual({
      student: ['change_task', 'delete_task'],
      mentor: ['change_task', 'delete_task'],
      'co-mentor': ['change_task'],
    });
  });

  it('mentors do not delete one whose creator has left', () => {
    expect(taskPermissions(ACTORS.mentor, shared, { createdByPk: null })).toEqual(['change_task']);
  });

  it('only its owner changes one of a private list, not even the mentor who added it', () => {
    expect(whoGets((actor) => taskPermissions(actor, secret, { createdByPk: MENTOR_PK }))).toEqual({
      student: ['change_task', 'delete_task'],
    });
  });

  it('a parent cannot change a task they added', () => {
    expect(taskPermissions(ACTORS.parent, shared, { createdByPk: ACTORS.parent.pk })).toEqual([]);
  });

  it('the rules of a list decide about each of its tasks', () => {
    const permissionsOn = taskRules(ACTORS.mentor, shared);
    expect(permissionsOn({ createdByPk: MENTOR_PK })).toEqual(['change_task', 'delete_task']);
    expect(permissionsOn({ createdByPk: STUDENT_PK })).toEqual(['change_task']);
  });
});
