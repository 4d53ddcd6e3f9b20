import clsx from 'clsx';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { YEAR_NAMES, YEARS } from '#shared/kernel/years.ts';
import { gpaSummary, letterOf, type Grade } from '#shared/roadmap/academics.ts';
import { ACTIVITY_CATEGORIES, ACTIVITY_CATEGORY_CODES, yearsOf } from '#shared/roadmap/activities.ts';
import { ADMISSION_CATEGORY_CODES, APPLICATION_TYPES } from '#shared/roadmap/colleges.ts';
import { ACT_SECTIONS, SAT_SECTIONS } from '#shared/roadmap/exams.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { gpaText } from '#src/lib/gpa-text.ts';
import { dateText, precisionOf, today } from '../dates.ts';
import type { Roadmap } from '../queries.ts';
import { acceptanceText, categoryText, dollarsText, flagsText } from './colleges/college-facts.ts';

const gradesText = (grades: readonly Grade[]) =>
  grades.map((grade) => (grade === null ? '–' : letterOf(grade))).join(' ');

/** Returns the scores of the sections that have one, by name. */
function sectionsText<Name extends string>(
  sections: Readonly<Record<Name, { label: string }>>,
  scores: Readonly<Record<NoInfer<Name>, number | null>>,
): string {
  return (Object.keys(sections) as Name[])
    .filter((name) => scores[name] !== null)
    .map((name) => `${sections[name].label} ${scores[name]}`)
    .join(', ');
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-3">
      <h2 className="border-b pb-1 text-lg font-semibold print:break-after-avoid">{title}</h2>
      {children}
    </section>
  );
}

/** The maximum number of rows of a table that stays on one page. */
const MAX_UNSPLIT_ROWS = 6;

/**
 * A table that repeats its header on every page and never splits a row. On a phone each row becomes a stack; roles are
 * explicit, because a stacked table loses its implicit ones.
 */
function ReportTable({
  label,
  head,
  texts = [0],
  rows,
}: {
  label: string;
  head: string[];
  /** The columns with free text of any length. */
  texts?: readonly number[];
  rows: { key: string; cells: ReactNode[] }[];
}) {
  if (rows.length === 0) return <p className="text-muted">Nothing here yet.</p>;
  return (
    <table
      role="table"
      aria-label={label}
      className={clsx(
        'w-full text-left text-sm phone:block',
        rows.length <= MAX_UNSPLIT_ROWS && 'print:break-inside-avoid',
      )}
    >
      <thead role="rowgroup" className="text-xs text-muted phone:sr-only">
        <tr role="row">
          {head.map((name) => (
            <th key={name} role="columnheader" scope="col" className="py-1 pr-3 font-medium last:pr-0">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="phone:block">
        {rows.map(({ key, cells }) => (
          <tr
            key={key}
            role="row"
            className="border-t align-top phone:flex phone:flex-wrap phone:gap-x-4 phone:gap-y-0.5 phone:py-2 phone:first:border-t-0 print:break-inside-avoid"
          >
            {cells.map((cell, index) => (
              <td
                key={head[index]}
                role="cell"
                data-head={head[index]}
                className={clsx(
                  'py-1 pr-3 tabular-nums last:pr-0 phone:p-0',
                  texts.includes(index) && 'wrap-anywhere',
                  index === texts[0]
                    ? 'phone:order-first phone:basis-full phone:font-medium'
                    : 'phone:before:mr-1.5 phone:before:text-xs phone:before:text-muted phone:before:content-[attr(data-head)]',
                  cell === '' && 'phone:hidden',
                )}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The year, school and majors of the student. */
function StudentInformation({ roadmap }: { roadmap: Roadmap }) {
  const { school, majors, attending } = roadmap;
  return (
    <Section title="Student information">
      <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
        <dt className="text-muted">Year</dt>
        <dd>{YEAR_NAMES[roadmap.year]}</dd>
        <dt className="text-muted">Graduation</dt>
        <dd>{roadmap.graduationYear}</dd>
        <dt className="text-muted">School</dt>
        <dd>{school === null ? '–' : [school.name, school.city, school.state].filter(Boolean).join(', ')}</dd>
        <dt className="text-muted">Interested majors</dt>
        <dd>{majors.length === 0 ? '–' : majors.map(({ description }) => description).join(', ')}</dd>
        {attending !== null && (
          <>
            <dt className="text-muted">University attending</dt>
            <dd>{attending.instnm}</dd>
          </>
        )}
      </dl>
    </Section>
  );
}

/** The classes by year, and their grade point averages. */
function AcademicPlan({ roadmap }: { roadmap: Roadmap }) {
  const classes = roadmap.classes.toSorted((a, b) => YEARS.indexOf(a.year) - YEARS.indexOf(b.year));
  return (
    <Section title="Academic plan">
      <ReportTable
        label="Academic plan"
        texts={[1]}
        head={['Year', 'Class', 'A-G', 'Target', 'Actual']}
        rows={classes.map((entry) => ({
          key: entry.id,
          cells: [
            YEAR_NAMES[entry.year],
            entry.name,
            entry.subjectRequirement && `${entry.subjectRequirement}${entry.ucHonors ? ' · UC Honors' : ''}`,
            gradesText(entry.targetGrades),
            gradesText(entry.actualGrades),
          ],
        }))}
      />
      {classes.length > 0 && (
        <ReportTable
          label="Grade point average"
          head={['Grade point average', 'Actual', 'Actual, weighted', 'Target', 'Target, weighted']}
          rows={gpaSummary(classes).map(({ year, actual, target }) => ({
            key: year,
            cells: [
              year === 'all' ? 'Overall' : YEAR_NAMES[year],
              gpaText(actual.unweighted),
              gpaText(actual.weighted),
              gpaText(target.unweighted),
              gpaText(target.weighted),
            ],
          }))}
        />
      )}
    </Section>
  );
}

/** The exams by date. */
function TestPlan({ roadmap }: { roadmap: Roadmap }) {
  const tests = [
    ...roadmap.satScores.map(({ id, takenAt, score, ...sections }) => ({
      id,
      name: 'SAT',
      takenAt,
      score,
      sections: sectionsText(SAT_SECTIONS, sections),
      precision: 'A_0' as const,
    })),
    ...roadmap.actScores.map(({ id, takenAt, score, ...sections }) => ({
      id,
      name: 'ACT',
      takenAt,
      score,
      sections: sectionsText(ACT_SECTIONS, sections),
      precision: 'A_0' as const,
    })),
    ...roadmap.examScores.map(({ id, takenAt, score, exam }) => ({
      id,
      name: exam.name,
      takenAt,
      score,
      sections: '',
      precision: exam.examCategory.datePrecision,
    })),
  ].toSorted((a, b) => a.takenAt.localeCompare(b.takenAt));
  return (
    <Section title="Test plan">
      <ReportTable
        label="Test plan"
        head={['Exam', 'Date', 'Score', 'Sections']}
        rows={tests.map(({ id, name, takenAt, precision, score, sections }) => ({
          key: id,
          cells: [
            name,
            dateText(takenAt, precisionOf(precision)),
            score ?? (takenAt > today() ? 'Planned' : '–'),
            sections,
          ],
        }))}
      />
    </Section>
  );
}

/** The activities by category. */
function ActivitiesPlan({ roadmap }: { roadmap: Roadmap }) {
  return (
    <Section title="Activities plan">
      <ReportTable
        label="Activities plan"
        texts={[1, 2]}
        head={['Category', 'Activity', 'Description', 'Years']}
        rows={ACTIVITY_CATEGORY_CODES.flatMap((category) =>
          roadmap.activities
            .filter((entry) => entry.category === category)
            .map((entry) => ({
              key: entry.id,
              cells: [
                ACTIVITY_CATEGORIES[category],
                entry.name,
                entry.body,
                yearsOf(entry)
                  .map((year) => YEAR_NAMES[year])
                  .join(', '),
              ],
            })),
        )}
      />
    </Section>
  );
}

/** The colleges by admission category. */
function CollegeSelection({ roadmap }: { roadmap: Roadmap }) {
  return (
    <Section title="College selection">
      <ReportTable
        label="College selection"
        texts={[1]}
        head={['Category', 'College', 'Application', 'Deadline', 'Acceptance', 'Yearly cost', 'Status']}
        rows={[...ADMISSION_CATEGORY_CODES, null].flatMap((category) =>
          roadmap.colleges
            .filter(({ admissionCategory }) => admissionCategory === category)
            .map((college) => ({
              key: college.id,
              cells: [
                categoryText(category),
                college.name,
                APPLICATION_TYPES[college.applicationType],
                college.deadline === null ? '–' : dateText(college.deadline),
                college.institution === null ? '–' : acceptanceText(college.institution.admRate),
                college.institution === null ? '–' : dollarsText(college.institution.costt4A),
                flagsText(college) || '–',
              ],
            })),
        )}
      />
    </Section>
  );
}

/** The roadmap for reading and printing, without controls (ROAD-028, ROAD-029). */
export function RoadmapReport({ roadmap }: { roadmap: Roadmap }) {
  return (
    <article className="grid gap-6 print:gap-5 print:text-[11pt]">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="text-2xl font-semibold">Roadmap of {roadmap.userFullName}</h1>
          <p className="text-muted">As of {dateText(today())}</p>
        </div>
        <Button className="print:hidden" icon={<Printer className="size-4" />} onClick={() => window.print()}>
          Print
        </Button>
      </header>
      <StudentInformation roadmap={roadmap} />
      <AcademicPlan roadmap={roadmap} />
      <TestPlan roadmap={roadmap} />
      <ActivitiesPlan roadmap={roadmap} />
      <CollegeSelection roadmap={roadmap} />
    </article>
  );
}
