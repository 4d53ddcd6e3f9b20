import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Person, Relative } from '#shared/users/person.ts';
import { PeopleList } from './PeopleList.tsx';

const RemoveRelationDialog = lazy(async () => ({
  default: (await import('./RemoveRelationDialog.tsx')).RemoveRelationDialog,
}));

/** People related to the person; viewers with the permission remove them here. */
export function RelatedPeople<Shown extends Relative>({
  person,
  people,
  viewerPk,
  withRole = false,
  detail,
}: {
  person: Person;
  people: readonly Shown[];
  viewerPk: number;
  withRole?: boolean;
  /** What else to show of a person. */
  detail?: (person: Shown) => ReactNode;
}) {
  const [removing, setRemoving] = useState<Relative | null>(null);
  return (
    <>
      <PeopleList
        people={people}
        viewerPk={viewerPk}
        withRole={withRole}
        detail={detail}
        canRemove={({ pk, role }) => pk !== viewerPk && person.permissions.includes(`remove_${role}`)}
        onRemove={setRemoving}
      />
      {removing !== null && (
        <Suspense>
          <RemoveRelationDialog person={person} relative={removing} onClose={() => setRemoving(null)} />
        </Suspense>
      )}
    </>
  );
}
