import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { useUpdateRoadmap } from '../mutations.ts';
import { type Roadmap, roadmapKeys } from '../queries.ts';
import { RoadmapForm, type RoadmapValues } from './RoadmapForm.tsx';

/**
 * What the roadmap is about: year, school, majors (ROAD-010). What somebody else saves meanwhile is shown at once, but
 * never in place of what is being chosen here.
 */
export function PreferencesTab({ roadmap }: { roadmap: Roadmap }) {
  const update = useUpdateRoadmap();
  const client = useQueryClient();
  const [began, setBegan] = useState(roadmap);
  const [isChanged, setChanged] = useState(false);
  /** The version that the form knows of: the one it began with, or the one it has saved. */
  const [known, setKnown] = useState(roadmap.version);
  const isOvertaken = roadmap.version > known;
  const takeTheirs = () => {
    setBegan(roadmap);
    setKnown(roadmap.version);
    setChanged(false);
  };
  if (isOvertaken && !isChanged) takeTheirs();

  const save = async (values: RoadmapValues) => {
    setChanged(false);
    try {
      const version = Math.max(known, roadmap.version);
      setKnown((await update.mutateAsync({ roadmapId: roadmap.id, version, ...values })).version);
    } catch (error) {
      setChanged(true);
      // Perhaps somebody was quicker: the next try is to know.
      void client.invalidateQueries({ queryKey: roadmapKeys.of(roadmap.userPk) });
      throw error;
    }
  };
  return (
    <section aria-label="Preferences" className="grid max-w-lg gap-4">
      {isOvertaken && (
        <Banner tone="warning" action={<Button onClick={takeTheirs}>Take theirs</Button>}>
          Somebody else changed this. Saving puts yours in its place.
        </Banner>
      )}
      <RoadmapForm
        key={began.version}
        roadmap={began}
        submitLabel="Save"
        onSubmit={save}
        onChanged={() => setChanged(true)}
      />
    </section>
  );
}
