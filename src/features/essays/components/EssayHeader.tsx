import { Ellipsis, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '#shared/kernel/paths.ts';
import { ESSAY_STATUS_NAMES, ESSAY_STATUSES, type EssayStatus } from '#shared/essays/limits.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { Menu } from '#src/ui/overlays/Menu.tsx';
import type { MenuAction } from '#src/ui/overlays/MenuPopup.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { showError } from '#src/ui/feedback/snackbar.ts';
import { UpLink } from '#src/ui/navigation/UpLink.tsx';
import { useChangeEssayDetails, useShareEssay } from '../mutations.ts';
import type { EssayDetail } from '../queries.ts';
import { StatusBadge } from './StatusBadge.tsx';

const STATUS_OPTIONS = ESSAY_STATUSES.map((value) => ({ value, label: ESSAY_STATUS_NAMES[value] }));

/** The title, readers and status of an essay, with the viewer's actions. */
export function EssayHeader({
  essay,
  isOwn,
  visibility,
  actions,
}: {
  essay: EssayDetail;
  isOwn: boolean;
  visibility: ReactNode;
  actions: readonly MenuAction[];
}) {
  const change = useChangeEssayDetails();
  const share = useShareEssay();
  const canChange = essay.permissions.includes('change_essay');
  return (
    <header className="flex flex-wrap items-center justify-between gap-2">
      <UpLink to={paths.essays(essay.student.pk)}>
        {isOwn ? 'Essays' : `Essays of ${essay.student.fullName}`}
      </UpLink>
      <h1 className={canChange ? 'sr-only' : 'order-last w-full text-2xl font-semibold'}>{essay.title}</h1>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        {visibility}
        {essay.permissions.includes('share_essay') && (
          <Button
            icon={<Users aria-hidden className="size-4" />}
            busy={share.isPending}
            writes={!essay.isShared}
            onClick={() => share.mutate({ id: essay.id, isShared: !essay.isShared })}
          >
            {essay.isShared ? 'Stop sharing' : 'Share with parents'}
          </Button>
        )}
        {canChange ? (
          <Select
            label="Status"
            hideLabel
            options={STATUS_OPTIONS}
            value={essay.status}
            onChange={(event) =>
              change.mutate(
                { id: essay.id, status: event.target.value as EssayStatus },
                { onError: (error) => showError(`Could not change the status: ${error.message}`) },
              )
            }
          />
        ) : (
          <StatusBadge status={essay.status} />
        )}
        <Menu trigger={<IconButton label="Actions for this essay" icon={<Ellipsis />} />} actions={actions} />
      </div>
    </header>
  );
}
