import type { Role } from '#shared/kernel/roles.ts';

/** A fictional person without an account. */
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

/** Together with the accounts: 12 students, 8 parents, 3 mentors and 1 staff member. */
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

/** The parents and mentors of each student, by key; accounts have the name in their address as key. */
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

/** The people that the demo mentor has pinned. */
export const DEMO_PINS: Readonly<Record<string, readonly string[]>> = {
  mentor: ['student', 'aisha.rahman', 'priya.natarajan'],
};
