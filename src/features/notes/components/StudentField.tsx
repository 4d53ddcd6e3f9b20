import { useState } from 'react';
import { Combobox } from '#src/ui/fields/Combobox.tsx';

/** A student that a note can be about. */
export interface StudentChoice {
  id: string;
  fullName: string;
}

/** The student that a plain note is about; optional. */
export function StudentField({
  students,
  value,
  onChange,
}: {
  students: readonly StudentChoice[];
  value: string | null;
  onChange: (studentId: string | null) => void;
}) {
  const [search, setSearch] = useState('');
  const needle = search.trim().toLocaleLowerCase();
  const choices = students.map(({ id, fullName }) => ({ id, label: fullName }));
  return (
    <Combobox
      label="Student"
      optional
      local
      placeholder="Find a student"
      nothingFound="No matching student"
      value={choices.find(({ id }) => id === value) ?? null}
      options={choices.filter(({ label }) => label.toLocaleLowerCase().includes(needle))}
      onSearch={setSearch}
      onChange={(choice) => {
        setSearch('');
        onChange(choice?.id ?? null);
      }}
    />
  );
}
