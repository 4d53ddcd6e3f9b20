import { describe, expect, it } from 'vitest';
import { ACTORS, MENTORS, RELATED, STUDENT_PK, whoCan, whoGets } from '#tests/factories/actors.ts';
import {
  canAddEssay,
  canChangeEssay,
  canComment,
  canDeleteEssay,
  canListEssays,
  canReadEssay,
  canSeeHistory,
  canShareEssay,
  commentPermissions,
  type EssayFacts,
  essayPermissions,
} from './policy.ts';

const MENTOR_PK = ACTORS.mentor.pk;
const TEAM = ['student', ...MENTORS];
const own: EssayFacts = {
  studentPk: STUDENT_PK,
  creatorPk: STUDENT_PK,
  isShared: false,
  wordCount: 250,
  hasTextInHistory: true,
};
const shared: EssayFacts = { ...own, isShared: true };
const byMentor: EssayFacts = { ...own, creatorPk: MENTOR_PK };
const emptyByMentor: EssayFacts = { ...byMentor, wordCount: 0, hasTextInHistory: false };

describe('the essays of a student', () => {
  it('related people open the list', () => {
    expect(whoCan((actor) => canListEssays(actor, STUDENT_PK))).toEqual(RELATED);
  });

  it('the student and the mentors add one, parents do not', () => {
    expect(whoCan((actor) => canAddEssay(actor, STUDENT_PK))).toEqual(TEAM);
  });

  it('only students have essays', () => {
    expect(canAddEssay(ACTORS.mentor, MENTOR_PK)).toBe(false);
    expect(canAddEssay(ACTORS.parent, ACTORS.parent.pk)).toBe(false);
  });
});

describe('reading an essay', () => {
  it('the student and the mentors read one that is not shared', () => {
    expect(whoCan((actor) => canReadEssay(actor, own))).toEqual(TEAM);
  });

  it('parents read a shared one', () => {
    expect(whoCan((actor) => canReadEssay(actor, shared))).toEqual(RELATED);
  });

  it('parents never see versions and comments', () => {
    expect(whoCan((actor) => canSeeHistory(actor, STUDENT_PK))).toEqual(TEAM);
    expect(whoGets((actor) => essayPermissions(actor, shared))).not.toHaveProperty('parent');
  });
});

describe('changing an essay', () => {
  it('only the student changes their own', () => {
    expect(whoCan((actor) => canChangeEssay(actor, own))).toEqual(['student']);
    expect(whoCan((actor) => canChangeEssay(actor, { ...own, creatorPk: null }))).toEqual(['student']);
  });

  it('the mentor who added it changes it too, while they mentor the student', () => {
    expect(whoCan((actor) => canChangeEssay(actor, byMentor))).toEqual(['student', 'mentor']);
    expect(canChangeEssay({ ...ACTORS['other mentor'], pk: MENTOR_PK }, byMentor)).toBe(false);
  });

  it('the student deletes it, and the mentor who added it only while it is empty', () => {
    expect(whoCan((actor) => canDeleteEssay(actor, byMentor))).toEqual(['student']);
    expect(whoCan((actor) => canDeleteEssay(actor, { ...byMentor, wordCount: 1 }))).toEqual(['student']);
    expect(whoCan((actor) => canDeleteEssay(actor, emptyByMentor))).toEqual(['student', 'mentor']);
    expect(whoCan((actor) => canDeleteEssay(actor, { ...own, wordCount: 0 }))).toEqual(['student']);
    const emptied = { ...emptyByMentor, hasTextInHistory: true };
    expect(whoCan((actor) => canDeleteEssay(actor, emptied))).toEqual(['student']);
  });

  it('only the student shares it with the parents', () => {
    expect(whoCan((actor) => canShareEssay(actor, byMentor))).toEqual(['student']);
  });

  it('only the mentors comment', () => {
    expect(whoCan((actor) => canComment(actor, shared))).toEqual(MENTORS);
  });

  it('everyone gets the permissions of these rules', () => {
    expect(whoGets((actor) => essayPermissions(actor, { ...emptyByMentor, isShared: true }))).toEqual({
      student: ['change_essay', 'delete_essay', 'share_essay', 'view_history'],
      mentor: ['change_essay', 'delete_essay', 'view_history', 'add_essaycomment'],
      'co-mentor': ['view_history', 'add_essaycomment'],
    });
  });
});

describe('a comment', () => {
  it('the student and the mentors resolve it, its author deletes it', () => {
    const comment = { studentPk: STUDENT_PK, authorPk: MENTOR_PK };
    expect(whoGets((actor) => commentPermissions(actor, comment))).toEqual({
      student: ['resolve_essaycomment'],
      mentor: ['resolve_essaycomment', 'delete_essaycomment'],
      'co-mentor': ['resolve_essaycomment'],
    });
  });

  it('an author who no longer mentors the student has no permissions on it', () => {
    const authorPk = ACTORS['other mentor'].pk;
    expect(commentPermissions(ACTORS['other mentor'], { studentPk: STUDENT_PK, authorPk })).toEqual([]);
  });
});
