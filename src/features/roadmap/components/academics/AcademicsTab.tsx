import clsx from 'clsx';
import { BookOpen, Plus, Trash2, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { YEAR_OPTIONS } from '#shared/kernel/year-choices.ts';
import { YEARS } from '#shared/kernel/years.ts';
import { isLowGrade, letterOf, meanGrade, type SubjectRequirement } from '#shared/roadmap/academics.ts';
import type { ClassGradeChange } from '#shared/roadmap/academics-schema.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import type { DataTableColumn, Sort } from '#src/ui/table/columns.ts';
import { DataTable } from '#src/ui/table/DataTable.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { YearBadge } from '#src/ui/display/YearBadge.tsx';
import { useDeleteClass } from '../../mutations.ts';
import type { ClassGrade, Roadmap } from '../../queries.ts';
import { useEntryChanges } from '../../unsaved/useEntryChanges.ts';
import { AddClass } from './AddClass.tsx';
import { ConfirmDelete } from '../ConfirmDelete.tsx';
import { GradeSelect, SUBJECT_OPTIONS, UcHonors } from './ClassForm.tsx';
import { GpaSummary } from './GpaSummary.tsx';
import { UnsavedNotice } from '../UnsavedNotice.tsx';

/** Shows the grades of the terms and marks those below 2 (ACAD-012). */
export function Grades({ label, grades }: { label: string; grades: readonly (number | null)[] }) {
  return (
    <span className="inline-flex gap-1.5 tabular-nums @max-2xl:flex-wrap" aria-label={label} role="group">
      {grades.map((grade, term) => (
        <span
          key={term}
          className={clsx(
            'inline-flex items-center gap-0.5',
            isLowGrade(grade) && 'font-semibold text-danger',
          )}
        >
          {grade === null ? '–' : letterOf(grade)}
          {isLowGrade(grade) && <TriangleAlert role="img" aria-label="below C" className="size-3" />}
        </span>
      ))}
    </span>
  );
}

/** The editable fields of a class; changes save automatically (ACAD-025, ACAD-028). */
function ClassEditor({ entry, onDelete }: { entry: ClassGrade; onDelete: () => void }) {
  const { value, change, problem, saveAgain, discard } = useEntryChanges<ClassGrade, ClassGradeChange>(
    'class',
    entry,
  );
  return (
    <div className="grid gap-3 py-1">
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium">Actual grades</legend>
        <div className="flex flex-wrap gap-2">
          {value.actualGrades.map((grade, term) => (
            <GradeSelect
              key={term}
              label={`Actual grade, term ${term + 1}`}
              value={grade}
              onChange={(next) =>
                change({
                  actualGrades: value.actualGrades.map((old, index) => (index === term ? next : old)),
                })
              }
            />
          ))}
        </div>
      </fieldset>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label="Year"
          className="w-40"
          options={YEAR_OPTIONS}
          value={value.year}
          onChange={(event) => change({ year: event.target.value as ClassGrade['year'] })}
        />
        <Select
          label="Subject requirement"
          className="w-60"
          placeholder="None"
          options={SUBJECT_OPTIONS}
          value={value.subjectRequirement}
          onChange={(event) => {
            const subjectRequirement = event.target.value as SubjectRequirement;
            change(
              subjectRequirement === '' ? { subjectRequirement, ucHonors: false } : { subjectRequirement },
            );
          }}
        />
        {value.subjectRequirement !== '' && (
          <UcHonors checked={value.ucHonors} onChange={(ucHonors) => change({ ucHonors })} />
        )}
        <Button className="ml-auto" variant="ghost" icon={<Trash2 className="size-4" />} onClick={onDelete}>
          Delete
        </Button>
      </div>
      <UnsavedNotice problem={problem} onSave={saveAgain} onDiscard={discard} />
    </div>
  );
}

const COLUMNS: DataTableColumn<ClassGrade>[] = [
  { id: 'name', header: 'Class', sortable: true, primary: true, cell: ({ name }) => name },
  { id: 'year', header: 'Year', sortable: true, cell: ({ year }) => <YearBadge year={year} /> },
  {
    id: 'subject',
    header: 'A-G',
    sortable: true,
    cell: ({ subjectRequirement, ucHonors }) =>
      subjectRequirement === '' ? null : (
        <span className="whitespace-nowrap">{`${subjectRequirement}${ucHonors ? ' · UC Honors' : ''}`}</span>
      ),
  },
  {
    id: 'target',
    header: 'Target',
    sortable: true,
    cell: ({ name, targetGrades }) => <Grades label={`Target grades of ${name}`} grades={targetGrades} />,
  },
  {
    id: 'actual',
    header: 'Actual',
    sortable: true,
    cell: ({ name, actualGrades }) => <Grades label={`Actual grades of ${name}`} grades={actualGrades} />,
  },
];

const COMPARE: Readonly<Record<string, (a: ClassGrade, b: ClassGrade) => number>> = {
  name: (a, b) => a.name.localeCompare(b.name),
  year: (a, b) => YEARS.indexOf(a.year) - YEARS.indexOf(b.year) || a.name.localeCompare(b.name),
  subject: (a, b) => a.subjectRequirement.localeCompare(b.subjectRequirement),
  target: (a, b) => (meanGrade(a.targetGrades) ?? -1) - (meanGrade(b.targetGrades) ?? -1),
  actual: (a, b) => (meanGrade(a.actualGrades) ?? -1) - (meanGrade(b.actualGrades) ?? -1),
};

/** Classes, initially sorted by year (ACAD-001, ACAD-002), and their grade point averages. */
export function AcademicsTab({ roadmap, owner }: { roadmap: Roadmap; owner: string }) {
  const [sort, setSort] = useState<Sort>({ column: 'year', direction: 'asc' });
  const [adding, setAdding] = useState(false);
  const [toDelete, setToDelete] = useState<ClassGrade | null>(null);
  const remove = useDeleteClass();
  const canChange = roadmap.permissions.includes('change_roadmap');
  const rows = useMemo(() => {
    const compare = COMPARE[sort.column] ?? (() => 0);
    const sign = sort.direction === 'desc' ? -1 : 1;
    return roadmap.classes.toSorted((a, b) => sign * compare(a, b));
  }, [roadmap.classes, sort]);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-labelledby="classes">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 id="classes" tabIndex={-1} className="text-lg font-semibold">
            Classes
          </h2>
          {canChange && (
            <Button variant="primary" icon={<Plus className="size-4" />} onClick={() => setAdding(true)}>
              Add class
            </Button>
          )}
        </div>
        <div className="rounded-card border bg-surface">
          <DataTable
            label="Classes"
            columns={COLUMNS}
            rows={rows}
            rowId={({ id }) => id}
            rowLabel={({ name }) => name}
            sort={sort}
            onSort={setSort}
            renderExpanded={
              canChange
                ? (entry: ClassGrade) => <ClassEditor entry={entry} onDelete={() => setToDelete(entry)} />
                : undefined
            }
            empty={
              <EmptyState icon={<BookOpen />} title="No classes yet">
                {canChange
                  ? 'Add the classes of each year with target grades, then fill in the actual grades.'
                  : 'Classes and their grades appear here.'}
              </EmptyState>
            }
          />
        </div>
      </section>
      <GpaSummary classes={roadmap.classes} />
      <AddClass open={adding} owner={owner} roadmap={roadmap} onClose={() => setAdding(false)} />
      <ConfirmDelete
        open={toDelete !== null}
        title={`Delete ${toDelete?.name ?? 'the class'}?`}
        description="This also deletes its grades."
        focusAfter="classes"
        onClose={() => setToDelete(null)}
        onConfirm={() => (toDelete === null ? Promise.resolve() : remove.mutateAsync(toDelete.id))}
      />
    </div>
  );
}
