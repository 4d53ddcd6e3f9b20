import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Combobox } from '#src/ui/fields/Combobox.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { taskQueries } from '../queries.ts';
import { QuickAdd } from './QuickAdd.tsx';

/** Quick add for mentors: chooses the student, then the list. */
export function QuickAddForStudent({
  viewerPk,
  students,
  initialPk,
  initialLine,
  takesFocus = false,
  onType,
  onAdded,
}: {
  viewerPk: number;
  /** The students to choose from, by name. */
  students: readonly { pk: number; fullName: string }[];
  /** The preselected person, such as the student of the open page. */
  initialPk?: number | null;
  initialLine?: string | undefined;
  takesFocus?: boolean;
  /** Gets each new line, with the pk of the chosen person. */
  onType?: (line: string, pk: number) => void;
  onAdded?: () => void;
}) {
  const [search, setSearch] = useState('');
  // The viewer's own lists come last: mentors add tasks for students most of the time.
  const people = [...students, { pk: viewerPk, fullName: 'Myself' }];
  const choices = people.map(({ pk, fullName }) => ({ id: String(pk), pk, label: fullName }));
  const [chosenPk, setChosenPk] = useState(
    people.some(({ pk }) => pk === initialPk) ? (initialPk as number) : null,
  );
  const chosen = choices.find(({ pk }) => pk === chosenPk) ?? null;
  const lists = useQuery({ ...taskQueries.choices(chosenPk ?? viewerPk), enabled: chosenPk !== null });
  const query = search.trim().toLocaleLowerCase();

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Combobox
        label="Student"
        local
        takesFocus={takesFocus && chosenPk === null}
        placeholder="Find a student"
        nothingFound="No student with this name"
        value={chosen}
        options={choices.filter(({ label }) => label.toLocaleLowerCase().includes(query))}
        onSearch={setSearch}
        onChange={(choice) => {
          setSearch('');
          setChosenPk(choice?.pk ?? null);
        }}
      />
      {chosen !== null &&
        (lists.data === undefined ? (
          lists.isError ? (
            <ErrorState onRetry={() => void lists.refetch()} retrying={lists.isFetching} />
          ) : (
            <SkeletonText lines={1} />
          )
        ) : lists.data.length === 0 ? (
          <p className="text-muted">
            {chosen.pk === viewerPk
              ? 'You have no lists yet. Add one in Tasks first.'
              : `${chosen.label} has no shared list yet. Add one on their page first.`}
          </p>
        ) : (
          <QuickAdd
            key={chosen.pk}
            viewerPk={viewerPk}
            ownerPk={chosen.pk}
            lists={lists.data}
            initialLine={initialLine}
            takesFocus={takesFocus}
            onType={(line) => onType?.(line, chosen.pk)}
            onAdded={onAdded}
          />
        ))}
    </div>
  );
}
