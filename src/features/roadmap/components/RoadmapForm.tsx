import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { defaultGraduationYear, graduationYears, type Year } from '#shared/kernel/years.ts';
import { MAX_MAJORS, roadmapInput } from '#shared/roadmap/schema.ts';
import { Button } from '#src/ui/Button.tsx';
import { CancelButton } from '#src/ui/CancelButton.tsx';
import { Chip } from '#src/ui/Chip.tsx';
import { Combobox, type ComboboxChoice } from '#src/ui/Combobox.tsx';
import { Select } from '#src/ui/Select.tsx';
import { today } from '../dates.ts';
import { fieldErrors } from '../fieldErrors.ts';
import { type Roadmap, roadmapQueries } from '../queries.ts';
import { YEAR_OPTIONS } from './ClassForm.tsx';

/** What the form gives: the fields of createRoadmap and updateRoadmap. */
export interface RoadmapValues {
  year: Year;
  graduationYear: number;
  schoolId: string | null;
  cipcode4Ids: string[];
  attending: number | null;
}

/** What the form shows: the same, with the names of what was found. */
interface Chosen {
  year: Year;
  graduationYear: number;
  school: ComboboxChoice | null;
  majors: ComboboxChoice[];
  attending: ComboboxChoice | null;
}

function chosenOf({ year, graduationYear, school, majors, attending }: Roadmap): Chosen {
  return {
    year,
    graduationYear,
    school: school && { id: school.id, label: school.name },
    majors: majors.map(({ id, description }) => ({ id, label: description })),
    attending: attending && { id: String(attending.unitid), label: attending.instnm },
  };
}

/** Words in place of what a lookup found nothing of. */
const nothingFound = ({ isError }: { isError: boolean }) =>
  isError ? 'The search failed. Try again.' : 'Nothing found';

/** Year, graduation year, school, majors and university (ROAD-017, ROAD-021 to ROAD-027). */
export function RoadmapForm({
  roadmap,
  submitLabel,
  onSubmit,
  onCancel,
  onChanged,
}: {
  /** The roadmap to change; none for a new one. */
  roadmap?: Roadmap;
  submitLabel: string;
  onSubmit: (values: RoadmapValues) => Promise<unknown>;
  onCancel?: () => void;
  /** Something was chosen that is not saved. */
  onChanged?: () => void;
}) {
  const thisYear = Number(today().slice(0, 4));
  const [chosen, setChosen] = useState<Chosen>(() =>
    roadmap === undefined
      ? {
          year: 'FR',
          graduationYear: defaultGraduationYear(thisYear),
          school: null,
          majors: [],
          attending: null,
        }
      : chosenOf(roadmap),
  );
  const { year, graduationYear, school, majors, attending } = chosen;
  const choose = (part: Partial<Chosen>) => {
    setChosen({ ...chosen, ...part });
    onChanged?.();
  };
  const [search, setSearch] = useState({ school: '', major: '', university: '' });
  const schools = useQuery(roadmapQueries.schools(search.school.trim()));
  const found = useQuery(roadmapQueries.majors(search.major.trim()));
  const universities = useQuery(roadmapQueries.institutions(search.university.trim(), null));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const years = graduationYears(thisYear);
  // A year chosen long ago stays a choice of its own roadmap.
  const choices = years.includes(graduationYear) ? years : [graduationYear, ...years];

  const submit = async () => {
    const values: RoadmapValues = {
      year,
      graduationYear,
      schoolId: school?.id ?? null,
      cipcode4Ids: majors.map(({ id }) => id),
      attending: attending === null ? null : Number(attending.id),
    };
    const isKept = roadmap !== undefined && graduationYear === roadmap.graduationYear;
    const result = roadmapInput(thisYear).safeParse({
      ...values,
      ...(isKept ? { graduationYear: thisYear } : {}),
    });
    if (!result.success) {
      setErrors(fieldErrors(result.error));
      return;
    }
    setErrors({});
    setBusy(true);
    // A failure is told by a snackbar; what was chosen stays.
    await onSubmit(values).catch(() => undefined);
    setBusy(false);
  };

  return (
    <form
      noValidate
      aria-label="Roadmap"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Year"
          required
          options={YEAR_OPTIONS}
          value={year}
          error={errors['year']}
          onChange={(event) => choose({ year: event.target.value as Year })}
        />
        <Select
          label="Graduation year"
          required
          options={choices.map((choice) => ({ value: String(choice), label: String(choice) }))}
          value={String(graduationYear)}
          error={errors['graduationYear']}
          onChange={(event) => choose({ graduationYear: Number(event.target.value) })}
        />
      </div>
      <Combobox<ComboboxChoice>
        label="School"
        optional
        placeholder="Find a school"
        value={school}
        loading={schools.isFetching}
        options={(schools.data ?? []).map(({ id, name, city, state }) => ({
          id,
          label: name,
          detail: [city, state].filter(Boolean).join(', '),
        }))}
        onSearch={(text) => setSearch({ ...search, school: text })}
        nothingFound={nothingFound(schools)}
        onChange={(next) => choose({ school: next })}
      />
      <div className="grid gap-2">
        <Combobox<ComboboxChoice>
          label="Interested majors"
          optional
          placeholder="Find a major"
          hint="The most wanted first."
          error={errors['cipcode4Ids']}
          value={null}
          disabled={majors.length >= MAX_MAJORS}
          loading={found.isFetching}
          options={(found.data ?? [])
            .filter(({ id }) => !majors.some((major) => major.id === id))
            .map(({ id, description }) => ({ id, label: description }))}
          onSearch={(text) => setSearch({ ...search, major: text })}
          nothingFound={nothingFound(found)}
          onChange={(major) => {
            if (major === null) return;
            choose({ majors: [...majors, major] });
            setSearch({ ...search, major: '' });
          }}
        />
        {majors.length > 0 && (
          <ul aria-label="Chosen majors" className="flex flex-wrap gap-1.5">
            {majors.map((major) => (
              <li key={major.id}>
                <Chip
                  removeLabel={`Remove ${major.label}`}
                  onRemove={() => choose({ majors: majors.filter(({ id }) => id !== major.id) })}
                >
                  {major.label}
                </Chip>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Combobox<ComboboxChoice>
        label="University attending"
        optional
        placeholder="Find a university"
        value={attending}
        loading={universities.isFetching}
        options={(universities.data ?? []).map(({ unitid, instnm, city, stabbr }) => ({
          id: String(unitid),
          label: instnm,
          detail: [city, stabbr].filter(Boolean).join(', '),
        }))}
        onSearch={(text) => setSearch({ ...search, university: text })}
        nothingFound={nothingFound(universities)}
        onChange={(next) => choose({ attending: next })}
      />
      <div className="flex justify-end gap-2">
        {onCancel && <CancelButton onClick={onCancel} />}
        <Button type="submit" variant="primary" busy={busy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
