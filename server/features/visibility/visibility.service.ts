import { FULL_ACCESS } from '#shared/kernel/access.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import { notFound } from '#shared/kernel/errors.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { canSeeInteractionsOf } from '#shared/interactions/policy.ts';
import { canReadEssay } from '#shared/essays/policy.ts';
import { canReadNote } from '#shared/notes/policy.ts';
import { canViewRating } from '#shared/ratings/policy.ts';
import { canViewRoadmap } from '#shared/roadmap/policy.ts';
import { canSeeList } from '#shared/tasks/policy.ts';
import type { VisibleKind } from '#shared/visibility/kinds.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import type { EssaysService } from '../essays/essays.service.ts';
import type { NotesService } from '../notes/notes.service.ts';
import type { ListsService } from '../tasks/lists/lists.service.ts';
import { type Candidate, type CandidateQuery, VisibilityRepository } from './visibility.repository.ts';

/** A person who can see something now. */
export interface Reader {
  pk: number;
  fullName: string;
  /** Staff see it by permission, everyone else by their relation to the student. */
  kind: Role | 'staff';
}

/** The people to consider, and the policy that decides about each of them. */
interface Question {
  candidates: Partial<CandidateQuery>;
  /** Whether it belongs to a student. */
  isOfStudent?: boolean;
  canSee: (person: Actor, candidate: Candidate) => boolean;
}

/** Names the people who can see something now, by the same policies that guard it. */
export function createVisibilityService(
  { database }: ServiceDependencies,
  { notes, lists, essays }: { notes: NotesService; lists: ListsService; essays: EssaysService },
) {
  const repository = new VisibilityRepository(database);

  const ofStudent = (
    studentPk: number,
    rule: (person: Actor, studentPk: number) => boolean,
    permission: CandidateQuery['permission'] = null,
  ): Question => ({
    candidates: { studentPk, permission },
    isOfStudent: true,
    canSee: (person) => rule(person, studentPk),
  });

  /** @throws AppError NOT_FOUND when the actor cannot see it */
  async function questionOf(actor: Actor, kind: VisibleKind, pk: number): Promise<Question> {
    switch (kind) {
      case 'note': {
        const note = await notes.get(actor, toGlobalId('Note', pk));
        const { authorPk, studentPk } = note;
        const facts = { ...note, isMeetingNote: note.bookedMeetingPk !== null };
        return {
          candidates: { studentPk, authorPk, notePk: pk },
          canSee: (person, { isRecipient }) => canReadNote(person, { ...facts, isRecipient }),
        };
      }
      case 'essay': {
        const essay = await essays.get(actor, pk);
        return ofStudent(essay.studentPk, (person) => canReadEssay(person, essay));
      }
      case 'list': {
        const list = await lists.find(actor, { pk });
        return {
          candidates: { studentPk: list.ownerPk },
          canSee: (person) => canSeeList(person, list),
        };
      }
      case 'roadmap':
        return ofStudent(pk, canViewRoadmap, 'roadmap.view_roadmap');
      case 'rating':
        return ofStudent(pk, canViewRating, 'users.view_studentprofilerating');
      case 'interactions': {
        const question = ofStudent(pk, canSeeInteractionsOf);
        return {
          ...question,
          canSee: (person, candidate) => candidate.showMeetings && question.canSee(person, candidate),
        };
      }
    }
  }

  return {
    /**
     * Returns the people who can see a note, a list, or something of a student.
     * @param pk of the note, the list or the student
     * @throws AppError NOT_FOUND when the actor is not one of them
     */
    async readers(actor: Actor, kind: VisibleKind, pk: number): Promise<Reader[]> {
      const { candidates, canSee, isOfStudent } = await questionOf(actor, kind, pk);
      const query = { studentPk: null, authorPk: null, notePk: null, permission: null, ...candidates };
      const people = await repository.candidates(query);
      const { studentPk } = query;
      const owner = people.find((person) => person.pk === studentPk);
      if (isOfStudent === true && owner?.role !== 'student') throw notFound();
      const readers = people.filter((candidate) => canSee(toActor(candidate, studentPk), candidate));
      if (!readers.some(({ pk: reader }) => reader === actor.pk)) throw notFound();
      return readers.map((reader) => {
        const { role, fullName, isRelated, isRecipient } = reader;
        const isKnown = isRelated || isRecipient || [studentPk, query.authorPk].includes(reader.pk);
        return { pk: reader.pk, fullName, kind: isKnown ? role : 'staff' };
      });
    },
  };
}

/** Returns the person as an actor for the policies, with this student as the only relation. */
function toActor({ pk, role, fullName, isRelated, permissions }: Candidate, studentPk: number | null): Actor {
  const studentPks = isRelated && studentPk !== null ? [studentPk] : [];
  return { pk, role, fullName, timeZone: 'UTC', studentPks, permissions, access: FULL_ACCESS };
}
