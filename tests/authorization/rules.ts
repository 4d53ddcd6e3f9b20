/** The form of the rows of the matrix, and the cells that several rows share. */

/** The people around one student, one note and one meeting. */
export const COLUMNS = [
  /** The mentor who wrote the note and gives the meeting. */
  'author',
  /** Another mentor of the same student. */
  'coMentor',
  'student',
  'parent',
  'unrelatedMentor',
  'unrelatedStudent',
  'unrelatedParent',
  /** A mentor without students who has every global permission. */
  'staff',
  /** The author, disabled. */
  'disabled',
  'anonymous',
] as const;
export type Column = (typeof COLUMNS)[number];

/**
 * `allow`: succeeds. `hidden`: the object seems not to exist. `refused`: visible, but forbidden. `empty`: a response
 * without the object. Disabled and anonymous people are always `signed out`.
 */
export type Cell = 'allow' | 'hidden' | 'refused' | 'empty' | 'signed out';

/** A row of the matrix: an action on an object, and its result for each column. */
export interface Rule {
  /** The object, by its name in `surface.ts`. */
  object: string;
  action: string;
  cells: Partial<Record<Column, Cell>>;
  /** The cell of the other columns. */
  others: Cell;
}

/** Everyone around a student: the mentors, the student and the parent. */
export const RELATED = { author: 'allow', coMentor: 'allow', student: 'allow', parent: 'allow' } as const;
/** Related people and staff. */
export const KNOWN = { ...RELATED, staff: 'allow' } as const;
/** The mentors and the student. */
export const TEAM = { author: 'allow', coMentor: 'allow', student: 'allow' } as const;
/** Both mentors of the student. */
export const MENTORS = { author: 'allow', coMentor: 'allow' } as const;
/** The people of a meeting: its mentor, its student and the parent. */
export const PARTICIPANTS = { author: 'allow', student: 'allow', parent: 'allow' } as const;
/** The family and staff. */
export const FAMILY_AND_STAFF = { student: 'allow', parent: 'allow', staff: 'allow' } as const;
export const AUTHOR = { author: 'allow' } as const;
export const STUDENT = { student: 'allow' } as const;
export const STAFF = { staff: 'allow' } as const;
/** Related people who see the object but cannot do this. */
export const RELATED_REFUSED = {
  author: 'refused',
  coMentor: 'refused',
  student: 'refused',
  parent: 'refused',
} as const;
