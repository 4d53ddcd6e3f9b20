/** The choices and facts of colleges. */

/** The admission categories (COLL-015). */
export const ADMISSION_CATEGORIES = { R: 'Reach', T: 'Target', S: 'Safety' } as const;
export type AdmissionCategory = keyof typeof ADMISSION_CATEGORIES;
export const ADMISSION_CATEGORY_CODES = ['R', 'T', 'S'] as const;

/** The application types (COLL-016). */
export const APPLICATION_TYPES = {
  EA: 'Early Action',
  ED: 'Early Decision',
  RD: 'Regular Decision',
  UD: 'Undecided',
} as const;
export type ApplicationType = keyof typeof APPLICATION_TYPES;
export const APPLICATION_TYPE_CODES = ['EA', 'ED', 'RD', 'UD'] as const;

/** The status of an application; the flags are independent (COLL-020). */
export const COLLEGE_FLAGS = ['visited', 'waitlisted', 'accepted', 'deferred', 'denied'] as const;
export type CollegeFlag = (typeof COLLEGE_FLAGS)[number];

/** The publisher's codes of levels (COLL-017, COLL-018). */
export const INSTITUTION_LEVELS = { A_1: '4-year', A_2: '2-year', A_3: 'less than 2-years' } as const;
export const INSTITUTION_CONTROLS = {
  A_1: 'public',
  A_2: 'private non-profit',
  A_3: 'private for-profit',
} as const;

export const MAX_COLLEGE_BODY = 5_000;
/** The limit of a college's name, and of the text to search one with: a name that is not found can be added. */
export const MAX_COLLEGE_NAME = 200;

/** The undergraduate campuses of the University of California. */
const UC_CAMPUSES: ReadonlySet<number> = new Set([
  110635, 110644, 110653, 110662, 110671, 110680, 110705, 110714, 445188,
]);

/** Returns whether the institution can use SAT and ACT scores for admission; UC campuses do not. */
export function considersTestScores(unitid: number): boolean {
  return !UC_CAMPUSES.has(unitid);
}

/** Returns the size category of an institution (COLL-003). */
export function sizeLabel(undergraduates: number): 'Small' | 'Medium' | 'Large' {
  if (undergraduates < 5_000) return 'Small';
  return undergraduates <= 15_000 ? 'Medium' : 'Large';
}
