import { useState } from 'react';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { useUpdateRoadmap } from '../mutations.ts';
import type { Roadmap } from '../queries.ts';
import { RoadmapForm, type RoadmapValues } from './RoadmapForm.tsx';

/**
 * Year, school and majors of the roadmap (ROAD-010). Changes by others show immediately, unless this form has unsaved
 * changes.
 */
export function PreferencesTab({ roadmap }: { roadmap: Roadmap }) {
  const update = useUpdateRoadmap();
  const [base, setBase] = useState(roadmap);
  const [isChanged, setChanged] = useState(false);
  /** The last version that the form showed or saved. */
  const [known, setKnown] = useState(roadmap.version);
  const isOvertaken = roadmap.version > known;
  const keepTheirs = () => {
    setBase(roadmap);
    setKnown(roadmap.version);
    setChanged(false);
  };
  if (isOvertaken && !isChanged) keepTheirs();

  const save = async (values: RoadmapValues) => {
    setChanged(false);
    try {
      const version = Math.max(known, roadmap.version);
      setKnown((await update.mutateAsync({ roadmapId: roadmap.id, version, ...values })).version);
    } catch (error) {
      setChanged(true);
      throw error;
    }
  };
  return (
    <section aria-label="Preferences" className="grid max-w-lg gap-4">
      {isOvertaken && (
        <Banner tone="warning" action={<Button onClick={keepTheirs}>Keep their version</Button>}>
          Someone else changed this. Saving replaces their changes.
        </Banner>
      )}
      <RoadmapForm
        key={base.version}
        roadmap={base}
        submitLabel="Save"
        onSubmit={save}
        onChanged={() => setChanged(true)}
      />
    </section>
  );
}
