import { useState } from 'react';
import type { z } from 'zod';
import { useFormDraft } from '#src/lib/drafts/useFormDraft.ts';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { dateText, today } from '../../dates.ts';
import { BestScore, ExamDate, ExamSection, NoScores, sortTests } from './ExamSection.tsx';
import { NewScoreForm } from './NewScoreForm.tsx';
import { sectionFields, type ScoreTexts, type TestSections, toScoreTexts } from './ScoreForm.tsx';
import { type ScoreColumn, ScoreTable } from './ScoreTable.tsx';

/** The form of a new score of the SAT or the ACT. */
function AddTestScore<Values extends object>({
  owner,
  roadmapId,
  test,
  sections,
  schema,
  onCreate,
  onDone,
}: {
  owner: string;
  roadmapId: string;
  test: 'SAT' | 'ACT';
  sections: TestSections;
  schema: (today: string) => z.ZodType<Values>;
  onCreate: (values: Values & { idempotencyKey: string }) => Promise<unknown>;
  onDone: () => void;
}) {
  const fields = sectionFields(sections);
  const [draftState, draft] = useFormDraft<ScoreTexts>({
    owner,
    subject: `new-score:${roadmapId}:${test}`,
    titleOf: () => `Score: ${test}`,
    initial: toScoreTexts(fields),
    version: null,
  });
  return (
    <NewScoreForm
      label={`${test} score`}
      schema={schema(today())}
      fields={fields}
      draftState={draftState}
      draft={draft}
      onCreate={onCreate}
      onDone={onDone}
    />
  );
}

/** The scores of the SAT or the ACT, and the dialog that adds one. */
export function TestSection<
  Score extends { id: string; takenAt: string; score: number | null },
  Values extends object,
>({
  id,
  owner,
  roadmapId,
  test,
  scores,
  best,
  columns,
  sections,
  schema,
  onCreate,
  onEdit,
  onDelete,
}: {
  /** The id of its heading. */
  id: string;
  /** The pk of the person whose drafts these are. */
  owner: string;
  roadmapId: string;
  test: 'SAT' | 'ACT';
  scores: readonly Score[];
  best: { single: number | null; superscore: number | null };
  columns: readonly ScoreColumn<Score>[];
  /** The sections of the test, which are the fields of the form. */
  sections: TestSections;
  schema: (today: string) => z.ZodType<Values>;
  /** Missing when the viewer can only read, like the other actions. */
  onCreate: ((values: Values & { idempotencyKey: string }) => Promise<unknown>) | undefined;
  onEdit: ((score: Score) => void) | undefined;
  onDelete: ((score: Score) => void) | undefined;
}) {
  const [isAdding, setAdding] = useState(false);
  const close = () => setAdding(false);
  const label = `${test} score`;
  return (
    <ExamSection
      id={id}
      title={test}
      addLabel={`Add ${label}`}
      best={<BestScore {...best} />}
      onAdd={onCreate && (() => setAdding(true))}
    >
      {scores.length === 0 ? (
        <NoScores>No {label}s yet</NoScores>
      ) : (
        <ScoreTable
          label={label}
          scores={sortTests(scores)}
          name={({ takenAt }) => dateText(takenAt)}
          date={(score) => <ExamDate test={score} text={dateText(score.takenAt)} />}
          columns={columns}
          onEdit={onEdit}
          onDelete={onDelete}
        />
      )}
      {onCreate && (
        <Dialog open={isAdding} onClose={close} title={`Add ${label}`}>
          <AddTestScore
            owner={owner}
            roadmapId={roadmapId}
            test={test}
            sections={sections}
            schema={schema}
            onCreate={onCreate}
            onDone={close}
          />
        </Dialog>
      )}
    </ExamSection>
  );
}
