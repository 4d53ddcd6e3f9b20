/** The progress of roadmaps on the dashboard: its statement contains this SQL. */
export { type RoadmapProgress, selectRoadmapProgress } from './roadmap.repository.ts';
