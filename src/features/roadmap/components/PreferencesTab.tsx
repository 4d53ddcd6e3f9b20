import { useUpdateRoadmap } from '../mutations.ts';
import type { Roadmap } from '../queries.ts';
import { RoadmapForm } from './RoadmapForm.tsx';

/** What the roadmap is about: year, school, majors (ROAD-010). */
export function PreferencesTab({ roadmap }: { roadmap: Roadmap }) {
  const update = useUpdateRoadmap();
  return (
    <section aria-label="Preferences" className="max-w-lg">
      <RoadmapForm
        key={roadmap.version}
        roadmap={roadmap}
        submitLabel="Save"
        onSubmit={(values) =>
          update.mutateAsync({ roadmapId: roadmap.id, version: roadmap.version, ...values })
        }
      />
    </section>
  );
}
