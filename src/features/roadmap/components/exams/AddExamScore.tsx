import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { categoricalExamScoreInput } from '#shared/roadmap/exams-schema.ts';
import { useFormDraft } from '#src/lib/drafts/useFormDraft.ts';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Combobox } from '#src/ui/fields/Combobox.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { precisionOf, today } from '../../dates.ts';
import { useCreateExamScore } from '../../mutations.ts';
import { roadmapQueries } from '../../queries.ts';
import { NewScoreForm } from './NewScoreForm.tsx';
import { type ScoreField, type ScoreTexts, toScoreTexts } from './ScoreForm.tsx';

/** Returns the score field of an exam, within the limits of its category. */
export function examScoreField({
  minScore,
  maxScore,
  step,
}: {
  minScore: number;
  maxScore: number;
  step: number;
}): ScoreField {
  return { name: 'score', label: 'Score', min: minScore, max: maxScore, step: Math.min(step, 1) };
}

/** Asks for an exam from the grouped list, then for its score (EXAM-010). The draft has the exam too. */
export function AddExamScore({
  owner,
  roadmapId,
  onDone,
}: {
  /** The pk of the person whose draft this is. */
  owner: string;
  roadmapId: string;
  onDone: () => void;
}) {
  const [draftState, draft] = useFormDraft<ScoreTexts>({
    owner,
    subject: `new-score:${roadmapId}:other`,
    titleOf: ({ exam }) => `Score: ${exam}`,
    initial: { examId: '', exam: '', ...toScoreTexts([]) },
    version: null,
  });
  const { data: categories, isPending, error, isFetching, refetch } = useQuery(roadmapQueries.exams());
  const [text, setText] = useState('');
  const create = useCreateExamScore();
  const choices = useMemo(
    () =>
      (categories ?? []).flatMap((category) =>
        category.exams.map((exam) => ({ id: exam.id, label: exam.name, group: category.name, category })),
      ),
    [categories],
  );
  const { ready, values } = draftState;
  const chosen = choices.find(({ id }) => id === values['examId']) ?? null;
  const search = text.trim().toLocaleLowerCase();
  const found = choices.filter(({ label, group }) =>
    `${label} ${group}`.toLocaleLowerCase().includes(search),
  );
  if (error !== null) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <div className="grid gap-4">
      <Combobox
        label="Exam"
        required
        placeholder="Find an exam"
        nothingFound="No matching exam"
        loading={isPending || !ready}
        value={chosen}
        options={ready ? found : []}
        local
        onSearch={setText}
        onChange={(choice) => {
          if (choice === null) draft.discard();
          else {
            const fields = [examScoreField(choice.category)];
            draft.change({ examId: choice.id, exam: choice.label, ...toScoreTexts(fields) });
          }
        }}
      />
      {chosen === null ? (
        <div className="flex justify-end pb-4">
          <CancelButton onClick={onDone} />
        </div>
      ) : (
        <NewScoreForm
          key={chosen.id}
          label={`${chosen.label} score`}
          schema={categoricalExamScoreInput(today(), chosen.category)}
          precision={precisionOf(chosen.category.datePrecision)}
          fields={[examScoreField(chosen.category)]}
          draftState={draftState}
          draft={draft}
          onCreate={(score) =>
            create.mutateAsync({
              exam: chosen.label,
              input: { roadmapId, examId: chosen.id, ...score },
            })
          }
          onDone={onDone}
        />
      )}
    </div>
  );
}
