import { useState } from 'react';
import type { z } from 'zod';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { dateText, today } from '../../dates.ts';
import { BestScore, ExamDate, ExamSection, NoScores, sortTests } from './ExamSection.tsx';
import { ScoreForm, sectionFields, type TestSections } from './ScoreForm.tsx';
import { type ScoreColumn, ScoreTable } from './ScoreTable.tsx';

/** The scores of the SAT or the ACT, and the dialog that adds one. */
export function TestSection<
  Score extends { id: string; takenAt: string; score: number | null },
  Values extends object,
>({
  id,
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
  test: 'SAT' | 'ACT';
  scores: readonly Score[];
  best: { single: number | null; superscore: number | null };
  columns: readonly ScoreColumn<Score>[];
  /** The sections of the test, which are the fields of the form. */
  sections: TestSections;
  schema: (today: string) => z.ZodType<Values>;
  /** Missing when the viewer can only read, like the other actions. */
  onCreate: ((values: Values) => Promise<unknown>) | undefined;
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
          <ScoreForm
            label={label}
            schema={schema(today())}
            fields={sectionFields(sections)}
            onCancel={close}
            onSubmit={async (values) => {
              await onCreate(values);
              close();
            }}
          />
        </Dialog>
      )}
    </ExamSection>
  );
}
