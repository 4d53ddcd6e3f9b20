import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { gpa } from '#shared/roadmap/academics.ts';
import { gpaText } from '#src/lib/gpa-text.ts';
import { dateText } from '../dates.ts';
import type { RoadmapGlance as Glance } from '../queries.ts';

/** One figure with a link to its tab. */
function Figure({ to, name, children }: { to: string; name: string; children: ReactNode }) {
  return (
    <li>
      <Link
        to={to}
        className="-mx-2 flex min-h-9 items-center justify-between gap-4 rounded-control px-2 py-1.5 hover:bg-hover pointer-coarse:min-h-11"
      >
        <span className="text-muted">{name}</span>{' '}
        <span className="text-right font-medium tabular-nums">{children}</span>
      </Link>
    </li>
  );
}

/** The key figures of a student's roadmap. */
export function RoadmapGlance({ glance, base }: { glance: Glance; base: string }) {
  const { classes, colleges, nextExam, graduationYear, schoolName } = glance;
  const average = gpa(classes, 'actualGrades', false);
  const weighted = gpa(classes, 'actualGrades', true);
  const accepted = colleges.filter((college) => college.accepted).length;
  return (
    <>
      <p className="mb-2 text-sm text-muted">
        Graduates in {graduationYear}
        {schoolName !== null && ` · ${schoolName}`}
      </p>
      <ul>
        <Figure to={`${base}academics/`} name="Grade point average">
          {average === null ? (
            <span className="font-normal text-muted">No grades yet</span>
          ) : (
            <>
              {gpaText(average)}
              {weighted !== null && weighted !== average && (
                <span className="font-normal text-muted"> · {gpaText(weighted)} weighted</span>
              )}
            </>
          )}
        </Figure>
        <Figure to={`${base}colleges/`} name="Colleges">
          {colleges.length === 0 ? <span className="font-normal text-muted">None yet</span> : colleges.length}
          {accepted > 0 && <span className="font-normal text-success"> · {accepted} accepted</span>}
        </Figure>
        <Figure to={`${base}standardized_tests/`} name="Next exam">
          {nextExam === null ? (
            <span className="font-normal text-muted">None planned</span>
          ) : (
            <>
              {nextExam.name}
              <span className="font-normal text-muted">
                {' '}
                · {dateText(nextExam.takenAt, nextExam.precision)}
              </span>
            </>
          )}
        </Figure>
      </ul>
    </>
  );
}
