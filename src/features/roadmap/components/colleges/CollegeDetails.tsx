import type { CollegeChange } from '#shared/roadmap/colleges-schema.ts';
import {
  ADMISSION_CATEGORIES,
  ADMISSION_CATEGORY_CODES,
  type AdmissionCategory,
  APPLICATION_TYPE_CODES,
  APPLICATION_TYPES,
  type ApplicationType,
  COLLEGE_FLAGS,
  MAX_COLLEGE_BODY,
  sizeLabel,
} from '#shared/roadmap/colleges.ts';
import { Badge } from '#src/ui/display/Badge.tsx';
import { Checkbox } from '#src/ui/fields/Checkbox.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { TextArea } from '#src/ui/fields/TextArea.tsx';
import type { College } from '../../queries.ts';
import {
  capitalized,
  categoryText,
  flagsText,
  locationAndType,
  type StudentScores,
} from './college-facts.ts';
import { CollegeDeadline } from './CollegeDeadline.tsx';
import { InstitutionFacts } from './InstitutionFacts.tsx';
import { ReadOnlyFact } from '../ReadOnlyFact.tsx';

const CATEGORY_OPTIONS = ADMISSION_CATEGORY_CODES.map((code) => ({
  value: code,
  label: ADMISSION_CATEGORIES[code],
}));
const TYPE_OPTIONS = APPLICATION_TYPE_CODES.map((code) => ({ value: code, label: APPLICATION_TYPES[code] }));

/** The published data of a college and its editable fields, which save automatically. */
export function CollegeDetails({
  college,
  student,
  onChange,
}: {
  college: College;
  student: StudentScores;
  onChange: (change: CollegeChange) => void;
}) {
  const { institution } = college;
  const canChange = college.permissions.includes('change_roadmap');
  const canChooseCategory = college.permissions.includes('change_admission_category');
  const canChooseType = college.permissions.includes('change_application_type');
  return (
    <>
      {institution === null ? (
        <p className="text-sm text-muted">Custom college, no data</p>
      ) : (
        <>
          <div className="flex items-start justify-between gap-2">
            <p className="text-xs text-muted">
              {locationAndType(institution).map((part, index) => (
                <span key={part}>
                  {index > 0 && ' · '}
                  <span className="inline-block">{part}</span>
                </span>
              ))}
            </p>
            {institution.ugds !== null && <Badge>{sizeLabel(institution.ugds)}</Badge>}
          </div>
          <InstitutionFacts institution={institution} student={student} />
        </>
      )}
      <div className="grid grid-cols-[3fr_5fr] gap-3">
        {canChooseCategory ? (
          <Select
            label="Category"
            options={CATEGORY_OPTIONS}
            placeholder={college.admissionCategory === null ? 'Choose' : undefined}
            value={college.admissionCategory ?? ''}
            onChange={(event) => onChange({ admissionCategory: event.target.value as AdmissionCategory })}
          />
        ) : (
          <ReadOnlyFact label="Category" text={categoryText(college.admissionCategory)} />
        )}
        {canChooseType ? (
          <Select
            label="Application"
            options={TYPE_OPTIONS}
            value={college.applicationType}
            onChange={(event) => onChange({ applicationType: event.target.value as ApplicationType })}
          />
        ) : (
          <ReadOnlyFact label="Application" text={APPLICATION_TYPES[college.applicationType]} />
        )}
      </div>
      <CollegeDeadline college={college} onChange={onChange} />
      {canChange ? (
        <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
          <legend className="mb-1 font-medium">Status</legend>
          {COLLEGE_FLAGS.map((flag) => (
            <Checkbox
              key={flag}
              label={capitalized(flag)}
              checked={college[flag]}
              onChange={(event) => onChange({ [flag]: event.target.checked })}
            />
          ))}
        </fieldset>
      ) : (
        flagsText(college) !== '' && <ReadOnlyFact label="Status" text={flagsText(college)} />
      )}
      {college.accepted && college.denied && (
        <p role="status" className="rounded-control bg-warning-soft px-2 py-1 text-xs text-warning">
          Marked both accepted and denied. Is that right?
        </p>
      )}
      {canChange ? (
        <TextArea
          label="Notes"
          rows={3}
          maxRows={6}
          maxLength={MAX_COLLEGE_BODY}
          value={college.body}
          onChange={(event) => onChange({ body: event.target.value })}
        />
      ) : (
        college.body !== '' && <ReadOnlyFact label="Notes" text={college.body} />
      )}
    </>
  );
}
