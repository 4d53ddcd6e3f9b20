import { useQuery } from '@tanstack/react-query';
import { Pin } from 'lucide-react';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { useReadOnlyReason } from '#src/ui/read-only.ts';
import { useTogglePin } from '../pin-mutations.ts';
import { userQueries } from '../queries.ts';

/** Pins a student to the drawer or unpins them (PIN-001). Shown next to the student's name. */
export function PinButton({ student }: { student: { id: string; pk: number; fullName: string } }) {
  const { data: me } = useQuery(userQueries.me());
  const togglePin = useTogglePin();
  const readOnly = useReadOnlyReason();
  if (me?.capabilities.includes('pin_students') !== true) return null;
  const isPinned = me.pinned_users.some(({ pk }) => pk === student.pk);
  return (
    <IconButton
      label={isPinned ? `Unpin ${student.fullName}` : `Pin ${student.fullName}`}
      icon={<Pin className={isPinned ? 'fill-current text-accent-text' : undefined} />}
      disabledReason={readOnly}
      onClick={() => togglePin.mutate({ id: student.id, pk: student.pk, full_name: student.fullName })}
    />
  );
}
