import { useNavigate } from 'react-router';
import { canInvite, invitableRoles } from '#shared/invitations/policy.ts';
import { inviteAction } from '#shared/invitations/texts.ts';
import { paths } from '#shared/kernel/paths.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { InvitationForm } from '#src/features/invitations/components/InvitationForm.tsx';
import { invitesLeft } from '#src/features/invitations/invites-left.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { UpLink } from '#src/ui/navigation/UpLink.tsx';
import { useMe } from '../../shell/me.ts';
import { NotFoundPage } from '../not-found.tsx';

/** /users/invitations/new/ (INV-002), for students and holders of `users.add_*` (INV-003). */
export function Component() {
  const me = useMe();
  const navigate = useNavigate();
  if (!canInvite(me.capabilities)) return <NotFoundPage />;
  const { text, blocked } = invitesLeft(me);
  const roles = invitableRoles(me.capabilities) as [Role, ...Role[]];
  const title = inviteAction(roles);
  const toList = () => void navigate(paths.invitations);
  return (
    <div className="mx-auto grid w-full max-w-[600px] grid-cols-[minmax(0,1fr)] gap-4">
      <title>{`${title} · GoPath`}</title>
      <header className="grid gap-2">
        <UpLink to={paths.invitations}>Invited users</UpLink>
        <h1 className="text-2xl font-semibold">{title}</h1>
        {text && blocked === undefined && <p className="text-muted">{text}</p>}
      </header>
      {blocked !== undefined && <Banner tone="warning">{blocked}</Banner>}
      <Card>
        <InvitationForm viewer={me} roles={roles} blocked={blocked} onInvited={toList} onCancel={toList} />
      </Card>
    </div>
  );
}
