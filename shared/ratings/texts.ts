/** Texts about ratings, apart from the categories because the dashboard needs only those. */
import type { RatingCategory } from './schema.ts';

/** Short category names for the chart. */
export const SHORT_CATEGORY_NAMES: Readonly<Record<RatingCategory, string>> = {
  academicPerformancePotential: 'Academics',
  loveOfLearning: 'Learning',
  leadership: 'Leadership',
  demonstratedConcernForOthers: 'Concern',
  originalityCreativity: 'Creativity',
  persistence: 'Persistence',
  crossCulturalEngagement: 'Culture',
};

/** The meaning of each level of depth: how far the student has come. */
export const DEPTH_MEANINGS = [
  'Has not started yet.',
  'Tries it from time to time, with guidance.',
  'Works at it regularly and shows results.',
  'Excels, with results that others recognize.',
] as const;

/** The meaning of each level of breadth: in how many ways the student shows it. */
export const BREADTH_MEANINGS = [
  'Does not show it in any setting yet.',
  'Shows it in one setting.',
  'Shows it in two or three settings.',
  'Shows it across school, home and community.',
] as const;
