import { useState } from 'react';
import { ACT_SECTIONS, actBest, SAT_SECTIONS, satBest } from '#shared/roadmap/exams.ts';
import { actScoreInput, satScoreInput } from '#shared/roadmap/exams-schema.ts';
import { deleteDraftsAbout } from '#src/lib/drafts/delete-drafts.ts';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { dateText, precisionOf } from '../../dates.ts';
import { useCreateActScore, useCreateSatScore, useDeleteScore } from '../../mutations.ts';
import type { ActScore, ExamScore, Roadmap, SatScore } from '../../queries.ts';
import { scoreDraftSubject } from '../../unsaved/score-drafts.ts';
import { AddExamScore } from './AddExamScore.tsx';
import { ConfirmDelete } from '../ConfirmDelete.tsx';
import { type EditedScore, EditScore } from './EditScore.tsx';
import { ExamSection } from './ExamSection.tsx';
import { OtherScores } from './OtherScores.tsx';
import { ACT_COLUMNS, satColumns } from './score-columns.tsx';
import { TestSection } from './TestSection.tsx';

/** A score to delete, as the confirmation describes it. */
interface ScoreToDelete {
  id: string;
  kind: EditedScore['kind'];
  exam: string;
  date: string;
}

/** Ids of the headings, which get the focus after a deletion. */
const HEADINGS = { SAT: 'exams-sat', ACT: 'exams-act', other: 'exams-other' } as const;

/** Returns a score to delete; only the dates of other exams can be less precise than a day. */
function toDeletion({ kind, score }: EditedScore): ScoreToDelete {
  const { id, takenAt } = score;
  if (kind !== 'other') return { id, kind, exam: kind, date: dateText(takenAt) };
  const { name, examCategory } = score.exam;
  return { id, kind, exam: name, date: dateText(takenAt, precisionOf(examCategory.datePrecision)) };
}

/** SAT, ACT and other scores (EXAM-001, EXAM-002). */
export function ExamsTab({ roadmap, owner }: { roadmap: Roadmap; owner: string }) {
  const [isAdding, setAdding] = useState(false);
  const [edited, setEdited] = useState<EditedScore | null>(null);
  const [toDelete, setToDelete] = useState<ScoreToDelete | null>(null);
  const createSat = useCreateSatScore();
  const createAct = useCreateActScore();
  const remove = useDeleteScore();
  const canChange = roadmap.permissions.includes('change_roadmap');
  const closeAdd = () => setAdding(false);
  const closeEdit = () => setEdited(null);
  /** Returns the actions of a kind of score; none when the viewer can only read. */
  const actionsOf = <Score,>(toEdited: (score: Score) => EditedScore) => ({
    onEdit: canChange ? (score: Score) => setEdited(toEdited(score)) : undefined,
    onDelete: canChange ? (score: Score) => setToDelete(toDeletion(toEdited(score))) : undefined,
  });

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <TestSection
        id={HEADINGS.SAT}
        owner={owner}
        roadmapId={roadmap.id}
        test="SAT"
        scores={roadmap.satScores}
        best={satBest(roadmap.satScores)}
        columns={satColumns(roadmap.satScores)}
        sections={SAT_SECTIONS}
        schema={satScoreInput}
        onCreate={
          canChange ? (values) => createSat.mutateAsync({ roadmapId: roadmap.id, ...values }) : undefined
        }
        {...actionsOf((score: SatScore) => ({ kind: 'SAT', score }))}
      />
      <TestSection
        id={HEADINGS.ACT}
        owner={owner}
        roadmapId={roadmap.id}
        test="ACT"
        scores={roadmap.actScores}
        best={actBest(roadmap.actScores)}
        columns={ACT_COLUMNS}
        sections={ACT_SECTIONS}
        schema={actScoreInput}
        onCreate={
          canChange ? (values) => createAct.mutateAsync({ roadmapId: roadmap.id, ...values }) : undefined
        }
        {...actionsOf((score: ActScore) => ({ kind: 'ACT', score }))}
      />
      <ExamSection
        id={HEADINGS.other}
        title="Other scores"
        addLabel="Add other score"
        onAdd={canChange ? () => setAdding(true) : undefined}
      >
        <OtherScores
          scores={roadmap.examScores}
          {...actionsOf((score: ExamScore) => ({ kind: 'other', score }))}
        />
      </ExamSection>
      <Dialog open={isAdding} onClose={closeAdd} title="Add other score">
        <AddExamScore owner={owner} roadmapId={roadmap.id} onDone={closeAdd} />
      </Dialog>
      <Dialog
        open={edited !== null}
        onClose={closeEdit}
        title={`Edit ${edited?.kind === 'other' ? edited.score.exam.name : (edited?.kind ?? '')} score`}
      >
        {edited !== null && (
          <EditScore
            key={edited.score.id}
            owner={owner}
            roadmapId={roadmap.id}
            edited={edited}
            onDone={closeEdit}
          />
        )}
      </Dialog>
      <ConfirmDelete
        open={toDelete !== null}
        title={`Delete the ${toDelete?.exam ?? ''} score?`}
        description={toDelete === null ? '' : `Exam date: ${toDelete.date}.`}
        focusAfter={HEADINGS[toDelete?.kind ?? 'SAT']}
        onClose={() => setToDelete(null)}
        onConfirm={async () => {
          if (toDelete === null) return;
          await remove.mutateAsync(toDelete);
          deleteDraftsAbout(owner, [scoreDraftSubject(roadmap.id, toDelete.id)]);
        }}
      />
    </div>
  );
}
