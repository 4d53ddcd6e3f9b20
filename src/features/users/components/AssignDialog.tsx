import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '#shared/kernel/roles.ts';
import type { FoundUser, Person } from '#shared/users/person.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Combobox, type ComboboxChoice } from '#src/ui/fields/Combobox.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { ROLE_NAMES } from '#shared/kernel/roles.ts';
import { isRefusal, useAssignUser } from '../relation-mutations.ts';
import { userSearchQuery } from '../user-search-query.ts';

interface Choice extends ComboboxChoice {
  pk: number;
}

/** What the assigned person will be able to do. */
const CONSEQUENCES: Readonly<Record<Role, string>> = {
  mentor: 'Mentors see and change the roadmap, tasks, notes and rating of their students.',
  parent: 'Parents see the roadmap, rating, shared lists and meeting notes of their children.',
  student: 'They will see this student’s roadmap, tasks and rating.',
};

/** Says why the search offers nobody: everyone it found is assigned already or disabled. */
function nothingFoundText(role: Role, found: readonly FoundUser[], related: ReadonlySet<number>): string {
  if (found.length === 0) return `No ${role} found`;
  return found
    .map(({ pk, full_name: name }) => `${name} is ${related.has(pk) ? 'already assigned' : 'disabled'}.`)
    .join(' ');
}

/** Finds a mentor, parent or student and assigns them to the person. */
export function AssignDialog({ person, role, onClose }: { person: Person; role: Role; onClose: () => void }) {
  const [text, setText] = useState('');
  const [choice, setChoice] = useState<Choice | null>(null);
  const [problem, setProblem] = useState<string>();
  const assign = useAssignUser();
  const found = useQuery({ ...userSearchQuery(text, role), placeholderData: keepPreviousData });
  const related = new Set([...person.students, ...person.parents, ...person.mentors].map(({ pk }) => pk));
  const matches = (text === '' ? [] : (found.data ?? [])).filter(({ pk }) => pk !== person.pk);
  const options = matches
    .filter(({ pk, disabled }) => !disabled && !related.has(pk))
    .map(({ pk, full_name: label }): Choice => ({ id: String(pk), pk, label }));
  const submit = () => {
    if (choice === null) {
      setProblem(`Choose a ${role}.`);
      return;
    }
    assign.mutate(
      { userPk: person.pk, targetUserPk: choice.pk, role },
      {
        onSuccess: onClose,
        onError: (error) => setProblem(isRefusal(error) ? error.message : 'Not assigned. Try again.'),
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Assign a ${role} to ${person.full_name}`}
      description={CONSEQUENCES[role]}
      busy={assign.isPending}
      busyLabel="Assigning"
      actions={
        <>
          <CancelButton onClick={onClose} />
          <Button variant="primary" onClick={submit}>
            Assign {role}
          </Button>
        </>
      }
    >
      <div className="pb-2">
        <Combobox
          takesFocus
          // Before a search there is no list, which Escape would have to close first.
          openOnFocus={false}
          label={ROLE_NAMES[role]}
          hint="Search by name or email."
          error={found.isError ? 'The search failed. Type again to retry.' : problem}
          value={choice}
          onChange={(next) => {
            setChoice(next);
            setProblem(undefined);
          }}
          options={options}
          onSearch={(typed) => setText(typed.trim())}
          loading={found.isFetching}
          nothingFound={nothingFoundText(role, matches, related)}
        />
      </div>
    </Dialog>
  );
}
