import { considersTestScores } from '#shared/roadmap/colleges.ts';
import type { Institution } from '../../queries.ts';
import {
  acceptanceText,
  count,
  dollarsText,
  NOT_REPORTED,
  olderYear,
  type StudentScores,
  scoreRanges,
  tuitionText,
} from './college-facts.ts';
import { PercentilePlot } from './PercentilePlot.tsx';

function Fact({ label, text, year }: { label: string; text: string; year?: string | undefined }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-muted">{label}</dt>
      <dd className={text === NOT_REPORTED ? 'text-muted' : 'tabular-nums'}>
        {text}
        {year !== undefined && text !== NOT_REPORTED && <span className="text-muted"> ({year})</span>}
      </dd>
    </div>
  );
}

/** The score range of each test and a legend, or a short text when there are none. */
export function ScoreRanges({ institution, student }: { institution: Institution; student: StudentScores }) {
  if (!considersTestScores(institution.unitid)) {
    return <p className="text-sm text-muted">UC campuses do not consider SAT and ACT scores.</p>;
  }
  const ranges = scoreRanges(institution, student);
  if (ranges.every(({ low, high }) => low === null || high === null)) {
    return (
      <p className="flex justify-between gap-3 text-sm text-muted">
        SAT and ACT <span>{NOT_REPORTED}</span>
      </p>
    );
  }
  const hasMarker = ranges.some(({ best }) => best !== null);
  return (
    <>
      {ranges.map((range) => (
        <PercentilePlot key={range.label} range={range} student={student.possessive} />
      ))}
      <p className="text-xs text-muted">
        The bar is the 25th to 75th percentile of first-year students.
        {hasMarker && ` The line is ${student.possessive} best score.`}
      </p>
    </>
  );
}

/** The published data of an institution (COLL-003 to COLL-007). */
export function InstitutionFacts({
  institution,
  student,
}: {
  institution: Institution;
  student: StudentScores;
}) {
  const { ugds, admRate, costt4A, dataYear } = institution;
  return (
    <div className="grid gap-3">
      <dl className="grid gap-1 text-sm">
        <Fact
          label="Undergraduates"
          text={ugds === null ? NOT_REPORTED : count().format(ugds)}
          year={olderYear(institution, 'ugds')}
        />
        <Fact label="Acceptance" text={acceptanceText(admRate)} year={olderYear(institution, 'admRate')} />
        <Fact
          label="Average yearly cost"
          text={dollarsText(costt4A)}
          year={olderYear(institution, 'costt4A')}
        />
        {tuitionText(institution).map(({ field, label, text }) => (
          <Fact key={field} label={label} text={text} year={olderYear(institution, field)} />
        ))}
      </dl>
      <div className="grid gap-2">
        <ScoreRanges institution={institution} student={student} />
      </div>
      <p className="text-xs text-muted">College Scorecard, {dataYear}</p>
    </div>
  );
}
