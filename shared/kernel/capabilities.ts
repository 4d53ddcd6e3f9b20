import type { Actor } from './actor.ts';
import type { GlobalPermission } from './roles.ts';

/** The fields of a person that rules about roles read. */
type Person = Pick<Actor, 'role' | 'permissions'>;

/** Creates a rule for some roles. */
const isRole =
  (...roles: readonly Actor['role'][]) =>
  ({ role }: Person) =>
    roles.includes(role);

/** Creates a rule for staff with the permission; students use their own rules. */
const isGranted =
  (permission: GlobalPermission) =>
  ({ role, permissions }: Person) =>
    role !== 'student' && permissions.includes(permission);

/** The permissions whose holders search everyone: they assign or disable people, or manage data. */
export const SEARCHES_EVERYONE: readonly GlobalPermission[] = [
  'users.assign_student',
  'users.assign_parent',
  'users.assign_mentor',
  'users.disable_user',
  'privacy.manage_data',
];

/** The only place that derives from a role what a person can do in general, independent of a single object. */
const RULES = {
  /** Writes notes and meeting notes (NOTE-001). */
  write_notes: isRole('mentor'),
  /** Adds lists, templated lists and tasks for students (LIST-018). */
  manage_student_tasks: isRole('mentor'),
  /** Pins students to the drawer (PIN-001). */
  pin_students: isRole('mentor'),
  /** Opens the list of students (STUD-001, STUD-002). */
  list_students: isRole('parent', 'mentor'),
  /** Searches people (USER-013). Mentors search the people around their students, staff everyone. */
  search_users: (person: Person) =>
    isRole('mentor')(person) ||
    SEARCHES_EVERYONE.some((permission) => person.permissions.includes(permission)),
  /** Sees the tasks of each child (UPC-001). */
  follow_children: isRole('parent'),
  /** Has their own roadmap and profile rating. */
  own_roadmap: isRole('student'),
  /** Has their own essays (SHEL-012). */
  own_essays: isRole('student'),
  /** Reviews the profile ratings of students (SPR-002). */
  review_ratings: isRole('mentor'),
  /** Offers hours in which families book meetings. */
  offer_meetings: isRole('mentor'),
  /** Makes their own lists private or shares them with parents and mentors (LIST-008). */
  share_lists: isRole('student'),
  /** Has a limited number of invitations (INV-003). */
  limited_invitations: isRole('student'),
  invite_student: isGranted('users.add_student'),
  invite_parent: (person: Person) => person.role === 'student' || isGranted('users.add_parent')(person),
  invite_mentor: isGranted('users.add_mentor'),
} as const satisfies Record<string, (person: Person) => boolean>;

/** Something a person can do in general. `GET /api/me/` lists them; screens read them instead of the role. */
export type Capability = keyof typeof RULES;
export const CAPABILITIES = Object.keys(RULES) as Capability[];

/** Returns whether the person has the capability. */
export function isCapable(person: Person, capability: Capability): boolean {
  return RULES[capability](person);
}

/** Returns everything the person can do in general. */
export function capabilitiesOf(person: Person): Capability[] {
  return CAPABILITIES.filter((capability) => isCapable(person, capability));
}
