import { Database, Ellipsis, Eye, KeyRound, UserCheck, UserPlus, UserX } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { type Role, ROLES } from '#shared/kernel/roles.ts';
import type { Person } from '#shared/users/person.ts';
import { canViewAs, startViewAs } from '#src/lib/view-as.ts';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { Menu } from '#src/ui/overlays/Menu.tsx';
import { useSendPasswordReset } from '../account-state-mutations.ts';

const AssignDialog = lazy(async () => ({ default: (await import('./AssignDialog.tsx')).AssignDialog }));
const ChangeStateDialog = lazy(async () => ({
  default: (await import('./ChangeStateDialog.tsx')).ChangeStateDialog,
}));

/** The open dialog: a change of a role, or of the account's state. */
type Opened = { assign: Role } | { state: 'disable' | 'enable' };

/** The menu with everything the viewer can do with the person; nothing without a permission. */
export function PersonActions({ person }: { person: Person }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const navigate = useNavigate();
  const sendReset = useSendPasswordReset();
  const can = (permission: Person['permissions'][number]) => person.permissions.includes(permission);
  const isDisabled = person.deleted_at !== null;
  const actions = [
    ...ROLES.filter((role) => can(`assign_${role}`)).map((role) => ({
      label: `Assign ${role}`,
      icon: <UserPlus />,
      onSelect: () => setOpened({ assign: role }),
    })),
    ...(can('view_as_parent') && canViewAs
      ? [{ label: 'View as parent', icon: <Eye />, onSelect: () => startViewAs(person.pk) }]
      : []),
    ...(can('reset_password') && !isDisabled
      ? [{ label: 'Send password reset', icon: <KeyRound />, onSelect: () => sendReset.mutate(person) }]
      : []),
    ...(can('view_personal_data')
      ? [
          {
            label: 'Personal data',
            icon: <Database />,
            onSelect: () => void navigate(paths.personalData(person.pk)),
          },
        ]
      : []),
    ...(can('disable_user')
      ? [
          isDisabled
            ? { label: 'Enable account', icon: <UserCheck />, onSelect: () => setOpened({ state: 'enable' }) }
            : {
                label: 'Disable account',
                icon: <UserX />,
                danger: true,
                onSelect: () => setOpened({ state: 'disable' }),
              },
        ]
      : []),
  ];
  if (actions.length === 0) return null;
  const close = () => setOpened(null);
  return (
    <>
      <Menu
        trigger={<IconButton label={`Actions for ${person.full_name}`} icon={<Ellipsis />} />}
        actions={actions}
      />
      {opened !== null && (
        <Suspense>
          {'assign' in opened ? (
            <AssignDialog person={person} role={opened.assign} onClose={close} />
          ) : (
            <ChangeStateDialog person={person} action={opened.state} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  );
}
