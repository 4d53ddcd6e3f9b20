import { useState } from 'react';
import { Button } from '#src/ui/buttons/Button.tsx';
import { useCreateRoadmap } from '../mutations.ts';
import { RoadmapForm } from './RoadmapForm.tsx';

/** The steps of the wizard (ROAD-018). */
const STEPS = { ask: 0, declined: 1, form: 2 } as const;

/** Asks whether to create a roadmap, and shows its form on 'Yes' (ROAD-014 to ROAD-020). */
export function CreateRoadmap({
  student,
  isOwn,
  onCreated,
}: {
  student: { pk: number; fullName: string };
  isOwn: boolean;
  onCreated?: () => void;
}) {
  const [step, setStep] = useState<number>(STEPS.ask);
  const create = useCreateRoadmap();
  if (step === STEPS.form) {
    return (
      <RoadmapForm
        submitLabel="Create Roadmap"
        onCancel={() => setStep(STEPS.ask)}
        onSubmit={async (values) => {
          await create.mutateAsync({ userPk: student.pk, ...values });
          onCreated?.();
        }}
      />
    );
  }
  if (step === STEPS.declined) {
    return (
      <div className="grid justify-items-start gap-3">
        <p>You can return to this page whenever you want to create a roadmap.</p>
        <Button onClick={() => setStep(STEPS.ask)}>Back</Button>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <p>
        {isOwn
          ? 'You have no roadmap yet. Would you like to create one?'
          : `${student.fullName} has no roadmap yet. Would you like to create one?`}
      </p>
      <div className="flex justify-end gap-2">
        <Button onClick={() => setStep(STEPS.declined)}>No</Button>
        <Button variant="primary" onClick={() => setStep(STEPS.form)}>
          Yes
        </Button>
      </div>
    </div>
  );
}
