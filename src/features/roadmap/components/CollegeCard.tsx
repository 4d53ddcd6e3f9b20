import { useDraggable } from '@dnd-kit/core';
import clsx from 'clsx';
import { Ellipsis, ExternalLink, GripVertical, Trash2 } from 'lucide-react';
import { Fragment } from 'react';
import {
  ADMISSION_CATEGORIES,
  ADMISSION_CATEGORY_CODES,
  type AdmissionCategory,
  APPLICATION_TYPE_CODES,
  APPLICATION_TYPES,
  type ApplicationType,
  COLLEGE_FLAGS,
  type CollegeChange,
  INSTITUTION_CONTROLS,
  INSTITUTION_LEVELS,
  sizeLabel,
} from '#shared/roadmap/colleges.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Menu } from '#src/ui/Menu.tsx';
import { Select } from '#src/ui/Select.tsx';
import { TextArea } from '#src/ui/TextArea.tsx';
import type { College, Institution } from '../queries.ts';
import { useEntryChanges } from '../unsaved/useEntryChanges.ts';
import {
  acceptanceText,
  capitalized,
  count,
  dollarsText,
  flagsText,
  NOT_REPORTED,
  olderYear,
  type OwnScores,
  scoreRanges,
  tuitionText,
} from './collegeFacts.ts';
import { PercentilePlot } from './PercentilePlot.tsx';
import { UnsavedNotice } from './UnsavedNotice.tsx';

const CATEGORY_OPTIONS = ADMISSION_CATEGORY_CODES.map((code) => ({
  value: code,
  label: ADMISSION_CATEGORIES[code],
}));
const TYPE_OPTIONS = APPLICATION_TYPE_CODES.map((code) => ({ value: code, label: APPLICATION_TYPES[code] }));

function placeAndKind({ city, stabbr, control, iclevel }: Institution): string[] {
  return [
    [city, stabbr].filter(Boolean).join(', '),
    control === null ? '' : INSTITUTION_CONTROLS[control],
    iclevel === null ? '' : INSTITUTION_LEVELS[iclevel],
  ].filter(Boolean);
}

/** Where it is and what kind. */
export function institutionLine(institution: Institution): string {
  return placeAndKind(institution).join(' · ');
}

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

/** The ranges of the tests; one line when the college published none, as those do that do not ask for tests. */
export function ScoreRanges({ institution, own }: { institution: Institution; own: OwnScores }) {
  const ranges = scoreRanges(institution, own);
  if (ranges.every(({ low, high }) => low === null || high === null)) {
    return (
      <p className="flex justify-between gap-3 text-sm text-muted">
        SAT and ACT <span>{NOT_REPORTED}</span>
      </p>
    );
  }
  return ranges.map((range) => <PercentilePlot key={range.label} range={range} />);
}

/** The published facts of an institution (COLL-003 to COLL-007). */
export function InstitutionFacts({ institution, own }: { institution: Institution; own: OwnScores }) {
  const { ugds, admRate, costt4A, dataYear } = institution;
  return (
    <div className="grid gap-3">
      <dl className="grid gap-1 text-sm">
        <Fact
          label="Undergraduates"
          text={ugds === null ? NOT_REPORTED : count.format(ugds)}
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
        <ScoreRanges institution={institution} own={own} />
      </div>
      <p className="text-xs text-muted">College Scorecard, {dataYear}</p>
    </div>
  );
}

/** A college on the roadmap; what may be changed saves itself. */
export function CollegeCard({
  college,
  own,
  isCompared,
  onCompare,
  onDelete,
}: {
  college: College;
  own: OwnScores;
  isCompared: boolean;
  onCompare: (compared: boolean) => void;
  onDelete: () => void;
}) {
  const { value, change, problem, saveAgain, discard } = useEntryChanges<College, CollegeChange>(
    'college',
    college,
  );
  const canChange = college.permissions.includes('change_roadmap');
  const canMove = college.permissions.includes('change_admission_category');
  const canChooseType = college.permissions.includes('change_application_type');
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, isDragging } = useDraggable({
    id: college.id,
    disabled: !canMove,
    data: { name: college.name },
  });
  const { institution } = value;
  return (
    <li
      ref={setNodeRef}
      style={transform === null ? undefined : { transform: `translate(${transform.x}px, ${transform.y}px)` }}
      className={clsx(
        'grid content-start gap-3 rounded-card border bg-surface p-4',
        isDragging && 'relative z-10 shadow-float',
      )}
    >
      <div className="flex items-start gap-2">
        {canMove && (
          <button
            ref={setActivatorNodeRef}
            type="button"
            aria-label={`Move ${college.name}`}
            className="touch-target -mt-0.5 -ml-1 flex size-6 shrink-0 cursor-grab touch-none items-center justify-center rounded-control text-muted hover:bg-hover"
            {...attributes}
            {...listeners}
          >
            <GripVertical aria-hidden className="size-4" />
          </button>
        )}
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold wrap-anywhere">
            {institution !== null && institution.insturl !== '' ? (
              <a
                href={institution.insturl}
                target="_blank"
                rel="noreferrer"
                className="rounded-control hover:text-accent-text hover:underline"
              >
                {college.name}
                <ExternalLink
                  aria-label="opens its website"
                  className="mb-0.5 ml-1 inline size-3.5 text-muted"
                />
              </a>
            ) : (
              college.name
            )}
          </h3>
        </div>
        {canChange && (
          <Menu
            trigger={
              <IconButton
                label={`Actions for ${college.name}`}
                icon={<Ellipsis />}
                className="-mt-1.5 -mr-1.5"
              />
            }
            actions={[
              ...(canMove
                ? ADMISSION_CATEGORY_CODES.filter((code) => code !== value.admissionCategory).map((code) => ({
                    label: `Move to ${ADMISSION_CATEGORIES[code]}`,
                    onSelect: () => change({ admissionCategory: code }),
                  }))
                : []),
              { label: 'Delete', icon: <Trash2 />, danger: true, separated: canMove, onSelect: onDelete },
            ]}
          />
        )}
      </div>
      {institution !== null && (
        <div className="-mt-2 flex items-start justify-between gap-2">
          <p className="text-xs text-muted">
            {placeAndKind(institution).map((part, index) => (
              <Fragment key={part}>
                {index > 0 && ' · '}
                <span className="inline-block">{part}</span>
              </Fragment>
            ))}
          </p>
          {institution.ugds !== null && <Badge>{sizeLabel(institution.ugds)}</Badge>}
        </div>
      )}
      {institution === null ? (
        <p className="text-sm text-muted">Entered by name: no published figures.</p>
      ) : (
        <InstitutionFacts institution={institution} own={own} />
      )}
      <div className="grid grid-cols-[3fr_5fr] gap-3">
        {canMove ? (
          <Select
            label="Category"
            options={CATEGORY_OPTIONS}
            value={value.admissionCategory}
            onChange={(event) => change({ admissionCategory: event.target.value as AdmissionCategory })}
          />
        ) : (
          <ReadOnly label="Category" text={ADMISSION_CATEGORIES[value.admissionCategory]} />
        )}
        {canChooseType ? (
          <Select
            label="Application"
            options={TYPE_OPTIONS}
            value={value.applicationType}
            onChange={(event) => change({ applicationType: event.target.value as ApplicationType })}
          />
        ) : (
          <ReadOnly label="Application" text={APPLICATION_TYPES[value.applicationType]} />
        )}
      </div>
      {canChange ? (
        <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
          <legend className="sr-only">What happened</legend>
          {COLLEGE_FLAGS.map((flag) => (
            <Checkbox
              key={flag}
              label={capitalized(flag)}
              checked={value[flag]}
              onChange={(event) => change({ [flag]: event.target.checked })}
            />
          ))}
        </fieldset>
      ) : (
        flagsText(value) !== '' && <ReadOnly label="Status" text={flagsText(value)} />
      )}
      {value.accepted && value.denied && (
        <p role="status" className="rounded-control bg-warning-soft px-2 py-1 text-xs text-warning">
          Accepted and denied are both set. Is this what happened?
        </p>
      )}
      {canChange ? (
        <TextArea
          label="Notes"
          rows={3}
          maxRows={6}
          maxLength={5000}
          value={value.body}
          onChange={(event) => change({ body: event.target.value })}
        />
      ) : (
        value.body !== '' && <ReadOnly label="Notes" text={value.body} />
      )}
      <UnsavedNotice problem={problem} onSave={saveAgain} onDiscard={discard} />
      <Checkbox label="Compare" checked={isCompared} onChange={(event) => onCompare(event.target.checked)} />
    </li>
  );
}

function ReadOnly({ label, text }: { label: string; text: string }) {
  return (
    <div className="grid content-start gap-1">
      <span className="font-medium">{label}</span>
      <span className="wrap-anywhere whitespace-pre-wrap text-muted">{text}</span>
    </div>
  );
}
