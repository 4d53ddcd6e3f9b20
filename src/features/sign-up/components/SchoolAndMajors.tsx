import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_MAJORS } from '#shared/roadmap/schema.ts';
import { Combobox, type ComboboxChoice } from '#src/ui/fields/Combobox.tsx';
import { ComboboxList } from '#src/ui/fields/ComboboxList.tsx';
import { signUpQueries } from '../queries.ts';

type Choice = Pick<ComboboxChoice, 'id' | 'label'>;

/** The school, which can stay empty (AUTH-028), and the interested majors (AUTH-029). */
export function SchoolAndMajors({
  school,
  majors,
  majorsError,
  onSchool,
  onMajors,
}: {
  school: Choice | null;
  majors: readonly Choice[];
  majorsError: string | undefined;
  onSchool: (school: Choice | null) => void;
  onMajors: (majors: Choice[]) => void;
}) {
  const [search, setSearch] = useState({ school: '', major: '' });
  const schools = useQuery(signUpQueries.schools(search.school.trim()));
  const found = useQuery(signUpQueries.majors(search.major.trim()));
  return (
    <>
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
        failed={schools.isError}
        onChange={(choice) => onSchool(choice && { id: choice.id, label: choice.label })}
      />
      <ComboboxList<Choice>
        label="Interested majors"
        optional
        placeholder="Find a major"
        hint="In order of preference."
        error={majorsError}
        chosen={majors}
        chosenLabel="Chosen majors"
        max={MAX_MAJORS}
        loading={found.isFetching}
        options={(found.data ?? []).map(({ id, description }) => ({ id, label: description }))}
        onSearch={(text) => setSearch({ ...search, major: text })}
        failed={found.isError}
        onChange={onMajors}
      />
    </>
  );
}
