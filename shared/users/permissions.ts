/** The permissions on a person: what a viewer can see of them and do (USER-038). */
export const PERSON_PERMISSIONS = [
  // For a student.
  'view_customuser',
  'view_family',
  'view_roadmap',
  'add_roadmap',
  'view_studentprofilerating',
  'add_studentprofilerating',
  'view_bookedmeeting',
  'add_bookedmeeting',
  'view_essay',
  'view_list',
  'view_interaction',
  'view_note',
  'add_note',
  'view_as_parent',
  // For a parent or mentor.
  'view_shared_students',
  'view_authored_notes',
  // Phone number and birthday; for a student also the tracker link.
  'view_contact',
  'change_contact',
  'change_tracker_link',
  // Relations: of a student the mentors and parents, of others the students.
  'assign_mentor',
  'assign_parent',
  'assign_student',
  'remove_mentor',
  'remove_parent',
  'remove_student',
  // The account (USER-032, USER-033).
  'disable_user',
  'reset_password',
  // Export and deletion of the person's data.
  'view_personal_data',
] as const;
export type PersonPermission = (typeof PERSON_PERMISSIONS)[number];
