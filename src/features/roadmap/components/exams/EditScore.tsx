import { useState } from 'react';
import { AppError } from '#shared/kernel/errors.ts';
import { ACT_SECTIONS, SAT_SECTIONS } from '#shared/roadmap/exams.ts';
import { actScoreInput, categoricalExamScoreInput, satScoreInput } from '#shared/roadmap/exams-schema.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { precisionOf, today } from '../../dates.ts';
import { useUpdateScore } from '../../mutations.ts';
import type { ActScore, ExamScore, SatScore } from '../../queries.ts';
import { examScoreField } from './AddExamScore.tsx';
import { ScoreForm, sectionFields } from './ScoreForm.tsx';

/** A score of any kind, for the edit dialog. */
export type EditedScore =
  { kind: 'SAT'; score: SatScore } | { kind: 'ACT'; score: ActScore } | { kind: 'other'; score: ExamScore };

/** Edits a score. After a conflict the next save replaces the other person's changes. */
export function EditScore({ edited, onDone }: { edited: EditedScore; onDone: () => void }) {
  const [version, setVersion] = useState(edited.score.version);
  const [hasConflict, setConflict] = useState(false);
  const update = useUpdateScore();
  const save = async (request: Parameters<typeof update.mutateAsync>[0]) => {
    try {
      await update.mutateAsync(request);
      onDone();
    } catch (error) {
      if (error instanceof AppError && error.code === 'CONFLICT') {
        setVersion((error.current as { version: number }).version);
        setConflict(true);
      }
      throw error;
    }
  };
  const common = { start: edited.score, onCancel: onDone };
  const { id } = edited.score;
  return (
    <div className="grid gap-4">
      {hasConflict && (
        <Banner tone="warning">Someone else changed this. Saving replaces their changes.</Banner>
      )}
      {edited.kind === 'SAT' && (
        <ScoreForm
          {...common}
          label="SAT score"
          schema={satScoreInput(today())}
          fields={sectionFields(SAT_SECTIONS)}
          onSubmit={(values) => save({ kind: 'SAT', exam: 'SAT', input: { id, version, ...values } })}
        />
      )}
      {edited.kind === 'ACT' && (
        <ScoreForm
          {...common}
          label="ACT score"
          schema={actScoreInput(today())}
          fields={sectionFields(ACT_SECTIONS)}
          onSubmit={(values) => save({ kind: 'ACT', exam: 'ACT', input: { id, version, ...values } })}
        />
      )}
      {edited.kind === 'other' && (
        <ScoreForm
          {...common}
          label={`${edited.score.exam.name} score`}
          schema={categoricalExamScoreInput(today(), edited.score.exam.examCategory)}
          precision={precisionOf(edited.score.exam.examCategory.datePrecision)}
          fields={[examScoreField(edited.score.exam.examCategory)]}
          onSubmit={(values) =>
            save({ kind: 'other', exam: edited.score.exam.name, input: { id, version, ...values } })
          }
        />
      )}
    </div>
  );
}
