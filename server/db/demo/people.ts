import type { Role } from '#shared/kernel/roles.ts';

/** A made-up person of the demo data beside those one can sign in as (accounts.ts). */
export interface DemoPerson {
  key: string;
  role: Role;
  firstName: string;
  lastName: string;
}

function people(role: Role, names: readonly string[]): DemoPerson[] {
  return names.map((name) => {
    const [firstName = '', lastName = ''] = name.split(' ');
    return { key: name.toLowerCase().replace(' ', '.'), role, firstName, lastName };
  });
}

/** With the accounts' own people: 12 students, 3 mentors (and one who is staff), 8 parents. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  ...people('student', [
    'Liam Castellano',
    'Aisha Rahman',
    'Noah Lindqvist',
    'Sofia Alvarez',
    'Ethan Brooks',
    'Priya Natarajan',
    'Lucas Moreau',
    'Hannah Weiss',
    'Kenji Watanabe',
    'Zoe Papadakis',
    'Daniel Kimani',
  ]),
  ...people('parent', [
    'Marco Castellano',
    'Farah Rahman',
    'Ingrid Lindqvist',
    'Rosa Alvarez',
    'Denise Brooks',
    'Suresh Natarajan',
    'Claire Moreau',
  ]),
  ...people('mentor', ['Jonah Bell', 'Grace Tan']),
];

/** Who belongs to whom: a student's parents and mentors, by key or by the name part of a demo account. */
export const DEMO_FAMILIES: Readonly<Record<string, readonly string[]>> = {
  student: ['parent', 'mentor', 'jonah.bell'],
  'liam.castellano': ['marco.castellano', 'mentor'],
  'aisha.rahman': ['farah.rahman', 'mentor', 'grace.tan'],
  'noah.lindqvist': ['ingrid.lindqvist', 'mentor'],
  'sofia.alvarez': ['rosa.alvarez', 'mentor'],
  'ethan.brooks': ['denise.brooks', 'mentor'],
  'priya.natarajan': ['suresh.natarajan', 'mentor', 'jonah.bell'],
  'lucas.moreau': ['claire.moreau', 'mentor'],
  'hannah.weiss': ['jonah.bell'],
  'kenji.watanabe': ['jonah.bell', 'grace.tan'],
  'zoe.papadakis': ['grace.tan'],
  'daniel.kimani': ['grace.tan', 'parent'],
};

/** Whom the demo mentor has pinned to the drawer. */
export const DEMO_PINS: Readonly<Record<string, readonly string[]>> = {
  mentor: ['student', 'aisha.rahman', 'priya.natarajan'],
};
