import { useState } from 'react';
import { ACT_SECTIONS, actBest, SAT_SECTIONS, satBest } from '#shared/roadmap/exams.ts';
import { actScoreInput, satScoreInput } from '#shared/roadmap/exams-schema.ts';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { dateText, precisionOf, today } from '../../dates.ts';
import { useCreateActScore, useCreateSatScore, useDeleteScore } from '../../mutations.ts';
import type { ActScore, ExamScore, Roadmap, SatScore } from '../../queries.ts';
import { AddExamScore } from './AddExamScore.tsx';
import { ConfirmDelete } from '../ConfirmDelete.tsx';
import { type EditedScore, EditScore } from './EditScore.tsx';
import { BestScore, ExamDate, ExamSection, NoScores, sortTests } from './ExamSection.tsx';
import { OtherScores } from './OtherScores.tsx';
import { ScoreForm, sectionFields } from './ScoreForm.tsx';
import { type ScoreColumn, ScoreTable } from './ScoreTable.tsx';

const SAT_COLUMNS: ScoreColumn<SatScore>[] = [
  { header: 'Total', cell: ({ score }) => score, strong: true },
  { header: 'Reading and Writing', cell: ({ erw }) => erw },
  { header: 'Math', cell: ({ math }) => math },
];

/** The SAT has had no essay since 2021: shown only for scores with an essay. */
const SAT_ESSAY_COLUMNS: ScoreColumn<SatScore>[] = [
  { header: 'Essay reading', cell: ({ reading }) => reading },
  { header: 'Essay analysis', cell: ({ analysis }) => analysis },
  { header: 'Essay writing', cell: ({ writing }) => writing },
];

const hasEssay = ({ reading, analysis, writing }: SatScore) =>
  reading !== null || analysis !== null || writing !== null;

const ACT_COLUMNS: ScoreColumn<ActScore>[] = [
  {
    header: 'Composite',
    strong: true,
    cell: ({ score, science }) =>
      score !== null && science === null ? (
        <>
          {score} <span className="font-normal text-muted">without Science</span>
        </>
      ) : (
        score
      ),
  },
  { header: 'English', cell: ({ english }) => english },
  { header: 'Mathematics', cell: ({ mathematics }) => mathematics },
  { header: 'Reading', cell: ({ reading }) => reading },
  { header: 'Science', cell: ({ science }) => science },
  { header: 'Writing', cell: ({ writing }) => writing },
];

type ScoreKind = EditedScore['kind'];

/** Ids of the headings, which get the focus after a deletion. */
const HEADINGS = { SAT: 'exams-sat', ACT: 'exams-act', other: 'exams-other' } as const;

/** SAT, ACT and other scores (EXAM-001, EXAM-002). */
export function ExamsTab({ roadmap }: { roadmap: Roadmap }) {
  const [adding, setAdding] = useState<ScoreKind | null>(null);
  const [edited, setEdited] = useState<EditedScore | null>(null);
  const [toDelete, setToDelete] = useState<{
    id: string;
    kind: ScoreKind;
    exam: string;
    text: string;
  } | null>(null);
  const createSat = useCreateSatScore();
  const createAct = useCreateActScore();
  const remove = useDeleteScore();
  const canChange = roadmap.permissions.includes('change_roadmap');
  const closeAdd = () => setAdding(null);
  const closeEdit = () => setEdited(null);
  const onAdd = (kind: ScoreKind) => (canChange ? () => setAdding(kind) : undefined);
  const onDelete = (kind: 'SAT' | 'ACT') => (score: SatScore | ActScore) =>
    setToDelete({ id: score.id, kind, exam: kind, text: dateText(score.takenAt) });
  const onDeleteOther = ({ id, takenAt, exam: { name, examCategory } }: ExamScore) => {
    const text = dateText(takenAt, precisionOf(examCategory.datePrecision));
    setToDelete({ id, kind: 'other', exam: name, text });
  };
  const satColumns = roadmap.satScores.some(hasEssay) ? [...SAT_COLUMNS, ...SAT_ESSAY_COLUMNS] : SAT_COLUMNS;

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <ExamSection
        id={HEADINGS.SAT}
        title="SAT"
        addLabel="Add SAT score"
        best={<BestScore {...satBest(roadmap.satScores)} />}
        onAdd={onAdd('SAT')}
      >
        {roadmap.satScores.length === 0 ? (
          <NoScores>No SAT scores yet</NoScores>
        ) : (
          <ScoreTable
            label="SAT score"
            scores={sortTests<SatScore>(roadmap.satScores)}
            name={({ takenAt }) => dateText(takenAt)}
            date={(test) => <ExamDate test={test} text={dateText(test.takenAt)} />}
            columns={satColumns}
            {...(canChange
              ? {
                  onEdit: (score: SatScore) => setEdited({ kind: 'SAT', score }),
                  onDelete: onDelete('SAT'),
                }
              : {})}
          />
        )}
      </ExamSection>
      <ExamSection
        id={HEADINGS.ACT}
        title="ACT"
        addLabel="Add ACT score"
        best={<BestScore {...actBest(roadmap.actScores)} />}
        onAdd={onAdd('ACT')}
      >
        {roadmap.actScores.length === 0 ? (
          <NoScores>No ACT scores yet</NoScores>
        ) : (
          <ScoreTable
            label="ACT score"
            scores={sortTests<ActScore>(roadmap.actScores)}
            name={({ takenAt }) => dateText(takenAt)}
            date={(test) => <ExamDate test={test} text={dateText(test.takenAt)} />}
            columns={ACT_COLUMNS}
            {...(canChange
              ? {
                  onEdit: (score: ActScore) => setEdited({ kind: 'ACT', score }),
                  onDelete: onDelete('ACT'),
                }
              : {})}
          />
        )}
      </ExamSection>
      <ExamSection id={HEADINGS.other} title="Other scores" addLabel="Add other score" onAdd={onAdd('other')}>
        <OtherScores
          scores={roadmap.examScores}
          {...(canChange
            ? {
                onEdit: (score: ExamScore) => setEdited({ kind: 'other', score }),
                onDelete: onDeleteOther,
              }
            : {})}
        />
      </ExamSection>
      <Dialog open={adding === 'SAT'} onClose={closeAdd} title="Add SAT score">
        <ScoreForm
          label="SAT score"
          schema={satScoreInput(today())}
          fields={sectionFields(SAT_SECTIONS)}
          onCancel={closeAdd}
          onSubmit={async (values) => {
            await createSat.mutateAsync({ roadmapId: roadmap.id, ...values });
            closeAdd();
          }}
        />
      </Dialog>
      <Dialog open={adding === 'ACT'} onClose={closeAdd} title="Add ACT score">
        <ScoreForm
          label="ACT score"
          schema={actScoreInput(today())}
          fields={sectionFields(ACT_SECTIONS)}
          onCancel={closeAdd}
          onSubmit={async (values) => {
            await createAct.mutateAsync({ roadmapId: roadmap.id, ...values });
            closeAdd();
          }}
        />
      </Dialog>
      <Dialog open={adding === 'other'} onClose={closeAdd} title="Add other score">
        <AddExamScore roadmapId={roadmap.id} onDone={closeAdd} />
      </Dialog>
      <Dialog
        open={edited !== null}
        onClose={closeEdit}
        title={`Edit ${edited?.kind === 'other' ? edited.score.exam.name : (edited?.kind ?? '')} score`}
      >
        {edited !== null && <EditScore key={edited.score.id} edited={edited} onDone={closeEdit} />}
      </Dialog>
      <ConfirmDelete
        open={toDelete !== null}
        title={`Delete the ${toDelete?.exam ?? ''} score?`}
        description={toDelete === null ? '' : `Exam date: ${toDelete.text}.`}
        focusAfter={HEADINGS[toDelete?.kind ?? 'SAT']}
        onClose={() => setToDelete(null)}
        onConfirm={() => (toDelete === null ? Promise.resolve() : remove.mutateAsync(toDelete))}
      />
    </div>
  );
}
