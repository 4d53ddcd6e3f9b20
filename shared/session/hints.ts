/** The hint on the sign-up page (AUTH-023). */
export const ONLY_STUDENTS_HINT =
  'Only students should sign up directly. Parents must be invited by students.';
