import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { defaultGraduationYear, graduationYears, YEAR_OPTIONS } from '#shared/kernel/year-choices.ts';
import type { Year } from '#shared/kernel/years.ts';
import { MAX_MAJORS, roadmapInput } from '#shared/roadmap/schema.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Combobox, type ComboboxChoice } from '#src/ui/fields/Combobox.tsx';
import { ComboboxList } from '#src/ui/fields/ComboboxList.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { today } from '../dates.ts';
import { type Roadmap, roadmapQueries } from '../queries.ts';

/** The fields of createRoadmap and updateRoadmap. */
export interface RoadmapValues {
  year: Year;
  graduationYear: number;
  schoolId: string | null;
  cipcode4Ids: string[];
  attending: number | null;
}

/** The form's fields, with the names of the chosen options. */
interface Fields {
  year: Year;
  graduationYear: number;
  schoolId: ComboboxChoice | null;
  cipcode4Ids: ComboboxChoice[];
  attending: ComboboxChoice | null;
}

function fieldsOf({ year, graduationYear, school, majors, attending }: Roadmap): Fields {
  return {
    year,
    graduationYear,
    schoolId: school && { id: school.id, label: school.name },
    cipcode4Ids: majors.map(({ id, description }) => ({ id, label: description })),
    attending: attending && { id: String(attending.unitid), label: attending.instnm },
  };
}

function toValues({ year, graduationYear, schoolId, cipcode4Ids, attending }: Fields): RoadmapValues {
  return {
    year,
    graduationYear,
    schoolId: schoolId?.id ?? null,
    cipcode4Ids: cipcode4Ids.map(({ id }) => id),
    attending: attending === null ? null : Number(attending.id),
  };
}

/**
 * Returns the validation rules. @param stored the roadmap's graduation year, which stays valid even if it is long ago
 */
function formInput(thisYear: number, stored: number | undefined) {
  const rules = roadmapInput(thisYear);
  return z
    .custom<Fields>()
    .transform(toValues)
    .superRefine((values, context) => {
      const isKept = values.graduationYear === stored;
      const result = rules.safeParse(isKept ? { ...values, graduationYear: thisYear } : values);
      for (const { path, message } of result.error?.issues ?? []) {
        context.addIssue({ code: 'custom', path, message });
      }
    });
}

/** Year, graduation year, school, majors and university (ROAD-017, ROAD-021 to ROAD-027). */
export function RoadmapForm({
  roadmap,
  submitLabel,
  onSubmit,
  onCancel,
  onChanged,
}: {
  /** The roadmap to change; missing for a new one. */
  roadmap?: Roadmap;
  submitLabel: string;
  onSubmit: (values: RoadmapValues) => Promise<unknown>;
  onCancel?: () => void;
  /** Called when a field has an unsaved change. */
  onChanged?: () => void;
}) {
  const thisYear = Number(today().slice(0, 4));
  const { register, handleSubmit, setValue, control, formState } = useForm<Fields, unknown, RoadmapValues>({
    resolver: zodResolver(formInput(thisYear, roadmap?.graduationYear)),
    defaultValues:
      roadmap === undefined
        ? {
            year: 'FR',
            graduationYear: defaultGraduationYear(thisYear),
            schoolId: null,
            cipcode4Ids: [],
            attending: null,
          }
        : fieldsOf(roadmap),
  });
  const { graduationYear, schoolId, cipcode4Ids, attending } = useWatch({ control }) as Fields;
  const { errors, isSubmitting } = formState;
  const choose = (field: 'schoolId' | 'attending', choice: ComboboxChoice | null) => {
    setValue(field, choice);
    onChanged?.();
  };
  const chooseMajors = (majors: ComboboxChoice[]) => {
    setValue('cipcode4Ids', majors);
    onChanged?.();
  };
  const [search, setSearch] = useState({ school: '', major: '', university: '' });
  const schools = useQuery(roadmapQueries.schools(search.school.trim()));
  const found = useQuery(roadmapQueries.majors(search.major.trim()));
  const universities = useQuery(roadmapQueries.institutions(search.university.trim(), null));
  const years = graduationYears(thisYear);
  const choices = years.includes(graduationYear) ? years : [graduationYear, ...years];
  // A snackbar reports the failure; the form stays filled.
  const submit = handleSubmit((values) => onSubmit(values).catch(() => undefined));

  return (
    <form noValidate aria-label="Roadmap" className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Year"
          required
          options={YEAR_OPTIONS}
          error={errors.year?.message}
          {...register('year', { onChange: onChanged })}
        />
        <Select
          label="Graduation year"
          required
          options={choices.map((choice) => ({ value: String(choice), label: String(choice) }))}
          error={errors.graduationYear?.message}
          {...register('graduationYear', { valueAsNumber: true, onChange: onChanged })}
        />
      </div>
      <Combobox<ComboboxChoice>
        label="School"
        optional
        placeholder="Find a school"
        value={schoolId}
        loading={schools.isFetching}
        options={(schools.data ?? []).map(({ id, name, city, state }) => ({
          id,
          label: name,
          detail: [city, state].filter(Boolean).join(', '),
        }))}
        onSearch={(text) => setSearch({ ...search, school: text })}
        failed={schools.isError}
        onChange={(next) => choose('schoolId', next)}
      />
      <ComboboxList<ComboboxChoice>
        label="Interested majors"
        optional
        placeholder="Find a major"
        hint="In order of preference."
        error={errors.cipcode4Ids?.message}
        chosen={cipcode4Ids}
        chosenLabel="Chosen majors"
        max={MAX_MAJORS}
        loading={found.isFetching}
        options={(found.data ?? []).map(({ id, description }) => ({ id, label: description }))}
        onSearch={(text) => setSearch({ ...search, major: text })}
        failed={found.isError}
        onChange={chooseMajors}
      />
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
        failed={universities.isError}
        onChange={(next) => choose('attending', next)}
      />
      <div className="flex justify-end gap-2">
        {onCancel && <CancelButton onClick={onCancel} />}
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
