import { Ellipsis, UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { type Role, ROLES } from '#shared/kernel/roles.ts';
import type { Person } from '#shared/users/person.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Menu } from '#src/ui/Menu.tsx';

const AssignDialog = lazy(async () => ({ default: (await import('./AssignDialog.tsx')).AssignDialog }));

/** The menu with everything the viewer can do with the person; nothing without a permission. */
export function PersonActions({ person }: { person: Person }) {
  const [assigning, setAssigning] = useState<Role | null>(null);
  const actions = ROLES.filter((role) => person.permissions.includes(`assign_${role}`)).map((role) => ({
    label: `Assign ${role}`,
    icon: <UserPlus />,
    onSelect: () => setAssigning(role),
  }));
  if (actions.length === 0) return null;
  return (
    <>
      <Menu
        trigger={<IconButton label={`Actions for ${person.full_name}`} icon={<Ellipsis />} />}
        actions={actions}
      />
      {assigning !== null && (
        <Suspense>
          <AssignDialog person={person} role={assigning} onClose={() => setAssigning(null)} />
        </Suspense>
      )}
    </>
  );
}
