/** The maximum length of the searched part of a name. */
export const MAX_STUDENT_SEARCH = 100;

/** The sort orders of the students list; a leading minus reverses the order. */
export const STUDENT_ORDERS = [
  'name',
  '-name',
  'year',
  '-year',
  'points',
  '-points',
  'attention',
  '-attention',
] as const;
export type StudentOrder = (typeof STUDENT_ORDERS)[number];
