/** The tabs of a roadmap with their sub-paths, and the element ids for a guided tour (ROAD-002 to ROAD-012). */
export const ROADMAP_TABS = [
  { id: 'roadmap-tab-academics', path: 'academics/', label: 'Academics' },
  { id: 'roadmap-tab-exams', path: 'standardized_tests/', label: 'Exams' },
  { id: 'roadmap-tab-activities', path: 'activities/', label: 'Activities' },
  { id: 'roadmap-tab-colleges', path: 'colleges/', label: 'Colleges' },
  { id: 'roadmap-tab-preferences', path: 'preferences/', label: 'Preferences', needs: 'change_roadmap' },
] as const;

/** The sub-path of a tab. */
export type RoadmapTabPath = (typeof ROADMAP_TABS)[number]['path'];
