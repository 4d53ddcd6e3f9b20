import { useQuery } from '@tanstack/react-query';
import { ClipboardList, Plus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import {
  ACT_SECTIONS,
  actBest,
  actScoreInput,
  categoricalExamScoreInput,
  SAT_SECTIONS,
  satBest,
  satScoreInput,
} from '#shared/roadmap/exams.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Button } from '#src/ui/Button.tsx';
import { CancelButton } from '#src/ui/CancelButton.tsx';
import { Combobox } from '#src/ui/Combobox.tsx';
import { DataTable, type DataTableColumn, type Sort } from '#src/ui/DataTable.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { ErrorState } from '#src/ui/ErrorState.tsx';
import { dateText, isUpcoming, precisionOf, today } from '../dates.ts';
import { useCreateActScore, useCreateExamScore, useCreateSatScore, useDeleteScore } from '../mutations.ts';
import { type ActScore, type ExamScore, type Roadmap, roadmapQueries, type SatScore } from '../queries.ts';
import { ConfirmDelete } from './ConfirmDelete.tsx';
import { ScoreForm } from './ScoreForm.tsx';
import { type ScoreColumn, ScoreTable } from './ScoreTable.tsx';

const SAT_COLUMNS: ScoreColumn<SatScore>[] = [
  { header: 'Total', cell: ({ score }) => score, strong: true },
  { header: 'Reading and Writing', cell: ({ erw }) => erw },
  { header: 'Math', cell: ({ math }) => math },
  { header: 'Essay reading', cell: ({ reading }) => reading },
  { header: 'Essay analysis', cell: ({ analysis }) => analysis },
  { header: 'Essay writing', cell: ({ writing }) => writing },
];

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

const toFields = (sections: Readonly<Record<string, { label: string; min: number; max: number }>>) =>
  Object.entries(sections).map(([name, section]) => ({ name, ...section }));

/** A kind of exam: its best scores, the tests taken, and set apart those to come. */
function ExamSection({
  title,
  best,
  onAdd,
  children,
}: {
  title: string;
  best?: ReactNode;
  onAdd?: () => void;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="text-lg font-semibold">{title}</h2>
        {best}
        {onAdd && (
          <Button className="ml-auto" icon={<Plus className="size-4" />} onClick={onAdd}>
            Add {title === 'Other scores' ? 'other score' : `${title} score`}
          </Button>
        )}
      </div>
      {children}
    </section>
  );
}

function Best({ single, superscore }: { single: number | null; superscore: number | null }) {
  if (single === null) return null;
  return (
    <p className="text-sm text-muted">
      Best <strong className="text-text tabular-nums">{single}</strong>
      {superscore !== null && (
        <>
          {' · '}Superscore <strong className="text-text tabular-nums">{superscore}</strong>
        </>
      )}
    </p>
  );
}

/** A date, set apart while it is still to come. */
function ExamDate({ test, text }: { test: { takenAt: string; score: number | null }; text: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      {text}
      {isUpcoming(test) && <Badge tone="accent">Upcoming</Badge>}
    </span>
  );
}

/** What is to come stands first, by date; then what was taken, newest first. */
function inOrder<Test extends { takenAt: string; score: number | null }>(tests: readonly Test[]): Test[] {
  return [
    ...tests.filter(isUpcoming).toSorted((a, b) => a.takenAt.localeCompare(b.takenAt)),
    ...tests.filter((test) => !isUpcoming(test)),
  ];
}

function NoScores({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-card border border-dashed px-3 py-4 text-center text-sm text-muted">{children}</p>
  );
}

/** The exam of a new score, from the grouped list, and then its form (EXAM-010). */
function AddExamScore({ roadmapId, onDone }: { roadmapId: string; onDone: () => void }) {
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
  const [chosen, setChosen] = useState<(typeof choices)[number] | null>(null);
  const wanted = text.trim().toLocaleLowerCase();
  const found = choices.filter(({ label, group }) =>
    `${label} ${group}`.toLocaleLowerCase().includes(wanted),
  );
  if (error !== null) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <div className="grid gap-4">
      <Combobox
        label="Exam"
        required
        placeholder="Find an exam"
        nothingFound="No exam has this name"
        loading={isPending}
        value={chosen}
        options={found}
        local
        onSearch={setText}
        onChange={setChosen}
      />
      {chosen === null ? (
        <div className="flex justify-end pb-4">
          <CancelButton onClick={onDone} />
        </div>
      ) : (
        <ScoreForm
          key={chosen.id}
          label={`${chosen.label} score`}
          schema={categoricalExamScoreInput(today(), chosen.category)}
          precision={precisionOf(chosen.category.datePrecision)}
          fields={[
            {
              name: 'score',
              label: 'Score',
              min: chosen.category.minScore,
              max: chosen.category.maxScore,
              step: Math.min(chosen.category.step, 1),
            },
          ]}
          onCancel={onDone}
          onSubmit={async (values) => {
            await create.mutateAsync({
              exam: chosen.label,
              input: { roadmapId, examId: chosen.id, ...values },
            });
            onDone();
          }}
        />
      )}
    </div>
  );
}

const OTHER_COLUMNS: DataTableColumn<ExamScore>[] = [
  { id: 'type', header: 'Exam type', sortable: true, cell: ({ exam }) => exam.examCategory.name },
  { id: 'name', header: 'Exam', sortable: true, primary: true, cell: ({ exam }) => exam.name },
  {
    id: 'date',
    header: 'Date',
    sortable: true,
    cell: (test) => (
      <ExamDate
        test={test}
        text={dateText(test.takenAt, precisionOf(test.exam.examCategory.datePrecision))}
      />
    ),
  },
  {
    id: 'score',
    header: 'Score',
    sortable: true,
    numeric: true,
    cell: ({ score, exam: { examCategory } }) =>
      score === null ? null : (
        <>
          {score} <span className="text-muted">of {examCategory.maxScore}</span>
        </>
      ),
  },
];

const byType = (a: ExamScore, b: ExamScore) =>
  a.exam.examCategory.name.localeCompare(b.exam.examCategory.name) || a.exam.name.localeCompare(b.exam.name);
const COMPARE: Readonly<Record<string, (a: ExamScore, b: ExamScore) => number>> = {
  type: byType,
  name: (a, b) => a.exam.name.localeCompare(b.exam.name),
  date: (a, b) => a.takenAt.localeCompare(b.takenAt),
  score: (a, b) => (a.score ?? -1) - (b.score ?? -1),
};

/** SAT, ACT and other scores (EXAM-001, EXAM-002). */
export function ExamsTab({ roadmap }: { roadmap: Roadmap }) {
  const [adding, setAdding] = useState<'SAT' | 'ACT' | 'other' | null>(null);
  const [doomed, setDoomed] = useState<{ id: string; exam: string; text: string } | null>(null);
  const [sort, setSort] = useState<Sort>({ column: 'type', direction: 'asc' });
  const createSat = useCreateSatScore();
  const createAct = useCreateActScore();
  const remove = useDeleteScore();
  const canChange = roadmap.permissions.includes('change_roadmap');
  const done = () => setAdding(null);
  const add = (what: 'SAT' | 'ACT' | 'other') => (canChange ? { onAdd: () => setAdding(what) } : {});
  const doom = (exam: string) => (score: { id: string; takenAt: string }) =>
    setDoomed({ id: score.id, exam, text: dateText(score.takenAt) });

  const sign = sort.direction === 'desc' ? -1 : 1;
  const others = roadmap.examScores.toSorted((a, b) => sign * (COMPARE[sort.column] ?? byType)(a, b));

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <ExamSection title="SAT" best={<Best {...satBest(roadmap.satScores)} />} {...add('SAT')}>
        {roadmap.satScores.length === 0 ? (
          <NoScores>No SAT scores yet</NoScores>
        ) : (
          <ScoreTable
            label="SAT score"
            scores={inOrder(roadmap.satScores)}
            name={({ takenAt }) => dateText(takenAt)}
            date={(test) => <ExamDate test={test} text={dateText(test.takenAt)} />}
            columns={SAT_COLUMNS}
            {...(canChange ? { onDelete: doom('SAT') } : {})}
          />
        )}
      </ExamSection>
      <ExamSection title="ACT" best={<Best {...actBest(roadmap.actScores)} />} {...add('ACT')}>
        {roadmap.actScores.length === 0 ? (
          <NoScores>No ACT scores yet</NoScores>
        ) : (
          <ScoreTable
            label="ACT score"
            scores={inOrder(roadmap.actScores)}
            name={({ takenAt }) => dateText(takenAt)}
            date={(test) => <ExamDate test={test} text={dateText(test.takenAt)} />}
            columns={ACT_COLUMNS}
            {...(canChange ? { onDelete: doom('ACT') } : {})}
          />
        )}
      </ExamSection>
      <ExamSection title="Other scores" {...add('other')}>
        <div className="rounded-card border bg-surface">
          <DataTable
            label="Other scores"
            columns={OTHER_COLUMNS}
            rows={others}
            rowId={({ id }) => id}
            rowLabel={({ exam }) => exam.name}
            sort={sort}
            onSort={setSort}
            {...(canChange
              ? {
                  rowActions: (score: ExamScore) => [
                    {
                      label: 'Delete',
                      danger: true,
                      onSelect: () => doom(score.exam.name)(score),
                    },
                  ],
                }
              : {})}
            empty={
              <EmptyState icon={<ClipboardList />} title="No other scores yet">
                AP, IB, TOEFL and other exams stand here.
              </EmptyState>
            }
          />
        </div>
      </ExamSection>
      <Dialog open={adding === 'SAT'} onClose={done} title="Add SAT score">
        <ScoreForm
          label="SAT score"
          schema={satScoreInput(today())}
          fields={toFields(SAT_SECTIONS)}
          onCancel={done}
          onSubmit={async (values) => {
            await createSat.mutateAsync({
              roadmapId: roadmap.id,
              ...values,
            });
            done();
          }}
        />
      </Dialog>
      <Dialog open={adding === 'ACT'} onClose={done} title="Add ACT score">
        <ScoreForm
          label="ACT score"
          schema={actScoreInput(today())}
          fields={toFields(ACT_SECTIONS)}
          onCancel={done}
          onSubmit={async (values) => {
            await createAct.mutateAsync({
              roadmapId: roadmap.id,
              ...values,
            });
            done();
          }}
        />
      </Dialog>
      <Dialog open={adding === 'other'} onClose={done} title="Add other score">
        <AddExamScore roadmapId={roadmap.id} onDone={done} />
      </Dialog>
      <ConfirmDelete
        open={doomed !== null}
        title={`Delete the ${doomed?.exam ?? ''} score?`}
        description={doomed === null ? '' : `The exam of ${doomed.text}.`}
        busy={remove.isPending}
        onCancel={() => setDoomed(null)}
        onConfirm={() => doomed && remove.mutate(doomed, { onSettled: () => setDoomed(null) })}
      />
    </div>
  );
}
