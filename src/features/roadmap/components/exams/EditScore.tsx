import { useState } from 'react';
import { AppError } from '#shared/kernel/errors.ts';
import { ACT_SECTIONS, SAT_SECTIONS } from '#shared/roadmap/exams.ts';
import { actScoreInput, categoricalExamScoreInput, satScoreInput } from '#shared/roadmap/exams-schema.ts';
import { useFormDraft } from '#src/lib/drafts/useFormDraft.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { precisionOf, today } from '../../dates.ts';
import { useUpdateScore } from '../../mutations.ts';
import type { ActScore, ExamScore, SatScore } from '../../queries.ts';
import { scoreDraftSubject } from '../../unsaved/score-drafts.ts';
import { examScoreField } from './AddExamScore.tsx';
import { ScoreForm, type ScoreTexts, sectionFields, toScoreTexts } from './ScoreForm.tsx';

/** A score of any kind, for the edit dialog. */
export type EditedScore =
  | { kind: 'SAT'; score: SatScore }
  | { kind: 'ACT'; score: ActScore }
  | { kind: 'other'; score: ExamScore };

/** Returns the fields and the precision of the date of a score. */
function shapeOf({ kind, score }: EditedScore) {
  if (kind === 'SAT') return { exam: 'SAT', fields: sectionFields(SAT_SECTIONS) };
  if (kind === 'ACT') return { exam: 'ACT', fields: sectionFields(ACT_SECTIONS) };
  const { name, examCategory } = score.exam;
  return {
    exam: name,
    fields: [examScoreField(examCategory)],
    precision: precisionOf(examCategory.datePrecision),
  };
}

/** Edits a score. After a conflict the next save replaces the other person's changes. */
export function EditScore({
  owner,
  roadmapId,
  edited,
  onDone,
}: {
  /** The pk of the person whose draft this is. */
  owner: string;
  roadmapId: string;
  edited: EditedScore;
  onDone: () => void;
}) {
  const { exam, ...shape } = shapeOf(edited);
  const { id } = edited.score;
  const [draftState, draft] = useFormDraft<ScoreTexts>({
    owner,
    subject: scoreDraftSubject(roadmapId, id),
    titleOf: () => `Score: ${exam}`,
    initial: toScoreTexts(shape.fields, edited.score, shape.precision),
    version: edited.score.version,
  });
  const version = draftState.version ?? edited.score.version;
  const [message, setMessage] = useState<string | null>(null);
  const update = useUpdateScore();
  const save = async (request: Parameters<typeof update.mutateAsync>[0]) => {
    const sent = draft.read().values;
    try {
      const saved = await update.mutateAsync(request);
      const isNewest = draft.has(sent);
      await draft.accept(sent, saved.version);
      if (isNewest) onDone();
      else setMessage('The score was saved without your last changes. Press “Save score” to save them.');
    } catch (error) {
      if (error instanceof AppError && error.code === 'CONFLICT') {
        draft.change(draft.read().values, (error.current as { version: number }).version);
        setMessage('Someone else changed this. Saving replaces their changes.');
      }
      throw error;
    }
  };
  const common = {
    ...shape,
    label: `${exam} score`,
    submitLabel: 'Save score',
    draftState,
    draft,
    onCancel: onDone,
  } as const;
  return (
    <div className="grid gap-4">
      {message !== null && <Banner tone="warning">{message}</Banner>}
      {edited.kind === 'SAT' && (
        <ScoreForm
          {...common}
          schema={satScoreInput(today())}
          onSubmit={(values) => save({ kind: 'SAT', exam, input: { id, version, ...values } })}
        />
      )}
      {edited.kind === 'ACT' && (
        <ScoreForm
          {...common}
          schema={actScoreInput(today())}
          onSubmit={(values) => save({ kind: 'ACT', exam, input: { id, version, ...values } })}
        />
      )}
      {edited.kind === 'other' && (
        <ScoreForm
          {...common}
          schema={categoricalExamScoreInput(today(), edited.score.exam.examCategory)}
          onSubmit={(values) => save({ kind: 'other', exam, input: { id, version, ...values } })}
        />
      )}
    </div>
  );
}
