import { APPLICATION_TYPES, sizeLabel } from '#shared/roadmap/colleges.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import type { College, Institution } from '../../queries.ts';
import {
  acceptanceText,
  categoryText,
  count,
  dollarsText,
  institutionLine,
  NOT_REPORTED,
  olderYear,
  type StudentScores,
} from './college-facts.ts';
import { ScoreRanges } from './InstitutionFacts.tsx';

type Row = { label: string; text: (college: College) => string };

const published = (read: (institution: Institution) => string) => (college: College) =>
  college.institution === null ? NOT_REPORTED : read(college.institution);

/** Formats a figure, with its year if it is older than the institution's other figures. */
const figure = (field: keyof Institution, read: (institution: Institution) => string) =>
  published((institution) => {
    const [text, year] = [read(institution), olderYear(institution, field)];
    return year === undefined || text === NOT_REPORTED ? text : `${text} (${year})`;
  });

const ROWS: Row[] = [
  { label: 'Category', text: ({ admissionCategory }) => categoryText(admissionCategory) },
  { label: 'Application', text: ({ applicationType }) => APPLICATION_TYPES[applicationType] },
  { label: 'Location and type', text: published(institutionLine) },
  {
    label: 'Undergraduates',
    text: figure('ugds', ({ ugds }) =>
      ugds === null ? NOT_REPORTED : `${count().format(ugds)} (${sizeLabel(ugds)})`,
    ),
  },
  { label: 'Acceptance', text: figure('admRate', ({ admRate }) => acceptanceText(admRate)) },
  { label: 'Average yearly cost', text: figure('costt4A', ({ costt4A }) => dollarsText(costt4A)) },
  {
    label: 'In-state tuition',
    text: figure('tuitionfeeIn', ({ tuitionfeeIn }) => dollarsText(tuitionfeeIn)),
  },
  {
    label: 'Out-of-state tuition',
    text: figure('tuitionfeeOut', ({ tuitionfeeOut }) => dollarsText(tuitionfeeOut)),
  },
  { label: 'College Scorecard', text: published(({ dataYear }) => dataYear) },
];

/** The chosen colleges side by side. */
export function CompareColleges({
  open,
  colleges,
  student,
  onClose,
}: {
  open: boolean;
  colleges: readonly College[];
  student: StudentScores;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Compare colleges"
      width="wide"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className="relative overflow-x-auto" role="region" aria-label="Comparison" tabIndex={0}>
        <table className="w-full text-sm">
          <thead>
            <tr>
              <th scope="col" className="sticky left-0 bg-surface">
                <span className="sr-only">Figure</span>
              </th>
              {colleges.map(({ id, name }) => (
                <th
                  key={id}
                  scope="col"
                  className="min-w-40 px-3 sm:min-w-52 py-2 text-left align-bottom font-semibold"
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ROWS.map(({ label, text }) => (
              <tr key={label} className="border-t">
                <th
                  scope="row"
                  className="sticky left-0 bg-surface py-2 pr-3 text-left align-top font-medium text-muted max-sm:w-24 max-sm:min-w-24"
                >
                  {label}
                </th>
                {colleges.map((college) => (
                  <td key={college.id} className="px-3 py-2 align-top tabular-nums">
                    {text(college)}
                  </td>
                ))}
              </tr>
            ))}
            <tr className="border-t">
              <th
                scope="row"
                className="sticky left-0 bg-surface py-2 pr-3 text-left align-top font-medium text-muted max-sm:w-24 max-sm:min-w-24"
              >
                Scores, 25th to 75th percentile
              </th>
              {colleges.map((college) => (
                <td key={college.id} className="px-3 py-2 align-top">
                  {college.institution === null ? (
                    NOT_REPORTED
                  ) : (
                    <div className="grid gap-2">
                      <ScoreRanges institution={college.institution} student={student} />
                    </div>
                  )}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}
