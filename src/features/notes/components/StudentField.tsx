import { useState } from 'react';
import { Combobox } from '#src/ui/Combobox.tsx';

/** A student that a note can be about. */
export interface StudentChoice {
  id: string;
  fullName: string;
}

/** Whom a plain note is about; may stay empty. */
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
  const wanted = search.trim().toLocaleLowerCase();
  const choices = students.map(({ id, fullName }) => ({ id, label: fullName }));
  return (
    <Combobox
      label="Student"
      optional
      placeholder="Find a student"
      nothingFound="None of your students has this name"
      value={choices.find(({ id }) => id === value) ?? null}
      options={choices.filter(({ label }) => label.toLocaleLowerCase().includes(wanted))}
      onSearch={setSearch}
      onChange={(choice) => {
        setSearch('');
        onChange(choice?.id ?? null);
      }}
    />
  );
}
