import type { Role } from '#shared/kernel/roles.ts';
import { GRADES } from '#shared/learning/article.ts';

export const AUDIENCE_NAMES: Readonly<Record<Role, string>> = {
  student: 'Students',
  parent: 'Parents',
  mentor: 'Mentors',
};

/** Names grades, such as 'Grades 10–12'; empty for articles that do not depend on the grade. */
export function gradesLabel(grades: readonly number[]): string {
  const sorted = [...grades].sort((a, b) => a - b);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined || sorted.length === GRADES.length) return '';
  if (first === last) return `Grade ${first}`;
  if (last - first === sorted.length - 1) return `Grades ${first}–${last}`;
  return `Grades ${sorted.join(', ')}`;
}

/** Names readers, such as 'For parents and mentors'; empty for articles for everyone. */
export function audiencesLabel(audiences: readonly Role[]): string {
  if (audiences.length === 3) return '';
  return `For ${audiences.map((role) => AUDIENCE_NAMES[role].toLowerCase()).join(' and ')}`;
}
