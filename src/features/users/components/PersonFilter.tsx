import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ROLE_NAMES } from '#shared/kernel/roles.ts';
import { Combobox, type ComboboxChoice } from '#src/ui/fields/Combobox.tsx';
import { personQuery } from '../person-query.ts';
import { userSearchQuery } from '../user-search-query.ts';

/** Chooses one of the people the viewer can search. */
export function PersonFilter({
  label,
  pk,
  onChange,
}: {
  label: string;
  pk: number | null;
  onChange: (pk: number | null) => void;
}) {
  const [text, setText] = useState('');
  const chosen = useQuery({ ...personQuery(pk ?? 0), enabled: pk !== null });
  const found = useQuery({ ...userSearchQuery(text), placeholderData: keepPreviousData });
  const options = (text === '' ? [] : (found.data ?? [])).map((person): ComboboxChoice => ({
    id: String(person.pk),
    label: person.full_name,
    detail: ROLE_NAMES[person.role],
  }));
  const name = chosen.isError ? `Person ${pk}` : (chosen.data?.full_name ?? '…');
  return (
    <Combobox
      label={label}
      placeholder="Search by name or email"
      value={pk === null ? null : { id: String(pk), label: name }}
      onChange={(choice) => onChange(choice === null ? null : Number(choice.id))}
      options={options}
      onSearch={(typed) => setText(typed.trim())}
      loading={found.isFetching}
      nothingFound="No one found"
    />
  );
}
