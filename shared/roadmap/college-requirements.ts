/**
 * The parts of an application, in the order of the checklist (product decision 61). In a separate file, because the
 * dashboard needs only these.
 */
export const COLLEGE_REQUIREMENTS = [
  'transcript',
  'recommendations',
  'essays',
  'fee',
  'scores',
  'submitted',
] as const;
export type CollegeRequirement = (typeof COLLEGE_REQUIREMENTS)[number];

export const COLLEGE_REQUIREMENT_NAMES: Readonly<Record<CollegeRequirement, string>> = {
  transcript: 'Transcript',
  recommendations: 'Recommendations',
  essays: 'Essays',
  fee: 'Application fee',
  scores: 'Scores sent',
  submitted: 'Application submitted',
};
