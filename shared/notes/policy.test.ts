import { describe, expect, it } from 'vitest';
import { GLOBAL_PERMISSIONS } from '#shared/kernel/roles.ts';
import {
  ACTORS,
  EVERY_MENTOR,
  MENTORS,
  RELATED,
  STUDENT_PK,
  whoCan,
  whoGets,
} from '#tests/factories/actors.ts';
import {
  canChangeNote,
  canCreateNote,
  canDeleteNote,
  canListNotesAbout,
  canReadNote,
  canSendMeetingNote,
  canWriteAbout,
  notePermissions,
  type NoteFacts,
} from './policy.ts';

const AUTHOR_PK = ACTORS.mentor.pk;
const plain: NoteFacts = {
  authorPk: AUTHOR_PK,
  studentPk: STUDENT_PK,
  isMeetingNote: false,
  sent: false,
  isRecipient: false,
};
const unsent: NoteFacts = { ...plain, isMeetingNote: true };
const sent: NoteFacts = { ...unsent, sent: true };
const received: NoteFacts = { ...sent, isRecipient: true };

describe('writing notes', () => {
  it('only mentors write notes', () => {
    expect(whoCan(canCreateNote)).toEqual([...EVERY_MENTOR, ...GLOBAL_PERMISSIONS]);
  });

  it("only the student's mentors write about the student", () => {
    expect(whoCan((actor) => canWriteAbout(actor, STUDENT_PK))).toEqual(MENTORS);
  });

  it('related people have notes about the student', () => {
    expect(whoCan((actor) => canListNotesAbout(actor, STUDENT_PK))).toEqual(RELATED);
  });
});

describe('a plain note', () => {
  it("its author and the student's other mentors read it", () => {
    expect(whoCan((actor) => canReadNote(actor, plain))).toEqual(MENTORS);
  });

  it('only its author reads one without a student', () => {
    expect(whoCan((actor) => canReadNote(actor, { ...plain, studentPk: null }))).toEqual(['mentor']);
  });

  it('its author reads it after losing the student', () => {
    const author = { ...ACTORS['other mentor'], pk: AUTHOR_PK };
    expect(canReadNote(author, plain)).toBe(true);
  });

  it('being a recipient does not open a plain note', () => {
    expect(canReadNote(ACTORS.parent, { ...plain, sent: true, isRecipient: true })).toBe(false);
  });

  it('only its author changes and deletes it, and nobody sends it', () => {
    expect(whoGets((actor) => notePermissions(actor, plain))).toEqual({
      mentor: ['change_note', 'delete_note'],
    });
    expect(whoCan((actor) => canChangeNote(actor, plain))).toEqual(['mentor']);
    expect(whoCan((actor) => canDeleteNote(actor, plain))).toEqual(['mentor']);
    expect(whoCan((actor) => canSendMeetingNote(actor, plain))).toEqual([]);
  });
});

describe('an unsent meeting note', () => {
  it('only its author reads it, not even a planned recipient', () => {
    expect(whoCan((actor) => canReadNote(actor, unsent))).toEqual(['mentor']);
    expect(whoCan((actor) => canReadNote(actor, { ...unsent, isRecipient: true }))).toEqual(['mentor']);
  });

  it('only its author changes, deletes and sends it', () => {
    expect(whoGets((actor) => notePermissions(actor, unsent))).toEqual({
      mentor: ['change_note', 'delete_note', 'send_meetingnote'],
    });
    expect(whoCan((actor) => canSendMeetingNote(actor, unsent))).toEqual(['mentor']);
  });

  it('its author keeps it after losing the student, and cannot send it', () => {
    const author = { ...ACTORS['other mentor'], pk: AUTHOR_PK };
    expect(notePermissions(author, unsent)).toEqual(['change_note', 'delete_note']);
  });
});

describe('a sent meeting note', () => {
  it('its author and its recipients read it, other mentors of the student do not', () => {
    expect(whoCan((actor) => canReadNote(actor, sent))).toEqual(['mentor']);
    for (const name of ['student', 'parent', 'co-mentor', 'other mentor'] as const)
      expect(canReadNote(ACTORS[name], received)).toBe(true);
  });

  it('nobody changes, deletes or sends it again', () => {
    expect(whoGets((actor) => notePermissions(actor, received))).toEqual({});
    expect(whoCan((actor) => canChangeNote(actor, received))).toEqual([]);
    expect(whoCan((actor) => canDeleteNote(actor, received))).toEqual([]);
    expect(whoCan((actor) => canSendMeetingNote(actor, received))).toEqual([]);
  });
});
