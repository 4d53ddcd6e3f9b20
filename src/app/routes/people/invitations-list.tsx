import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { canInvite, invitableRoles } from '#shared/invitations/policy.ts';
import { inviteAction } from '#shared/invitations/texts.ts';
import { paths } from '#shared/kernel/paths.ts';
import { InvitationList } from '#src/features/invitations/components/InvitationList.tsx';
import { invitesLeft } from '#src/features/invitations/invites-left.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { useMe } from '../../shell/me.ts';
import { NotFoundPage } from '../not-found.tsx';

const HEADING_ID = 'invited-users';

/** /users/invitations/ (INV-001), for students and holders of `users.add_*` (INV-003). */
export function Component() {
  const me = useMe();
  const navigate = useNavigate();
  if (!canInvite(me.capabilities)) return <NotFoundPage />;
  const { text, blocked } = invitesLeft(me);
  const inviteButton = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden className="size-4" />}
      onClick={() => void navigate(paths.newInvitation)}
      disabledReason={blocked}
    >
      {inviteAction(invitableRoles(me.capabilities))}
    </Button>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <title>Invited users · GoPath</title>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 id={HEADING_ID} tabIndex={-1} className="text-2xl font-semibold">
            Invited users
          </h1>
          {text && <p className="text-muted">{text}</p>}
        </div>
        {inviteButton}
      </header>
      <InvitationList inviteButton={inviteButton} headingId={HEADING_ID} />
    </div>
  );
}
