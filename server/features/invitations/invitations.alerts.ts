import { relationFromInvitation } from '#shared/invitations/policy.ts';
import { paths } from '#shared/kernel/paths.ts';
import type { Database } from '../../db/database.ts';
import type { EventSource } from '../alerts/alerts.sources.ts';
import { InvitationsRepository } from './invitations.repository.ts';

export const INVITATION_ACCEPTED = 'invitation_accepted';

const BODIES = {
  'parent of the inviter': 'They can now see your roadmap, rating and shared lists.',
  'student of the inviter': 'They are now one of your students.',
} as const;

/** Alerts the inviter when an invitation is accepted. */
export function invitationAccepted(database: Database): EventSource<{ invitationPk: number }> {
  const invitations = new InvitationsRepository(database);
  return {
    kind: INVITATION_ACCEPTED,
    reason: 'You get this because you invited this person.',
    async alertsOf({ invitationPk }) {
      const rows = await invitations.findAccepted(invitationPk);
      return rows.map(({ userPk, inviterRole, role, acceptedPk, name }) => {
        const relation = relationFromInvitation(inviterRole, role);
        return {
          userPk,
          key: `${INVITATION_ACCEPTED}:${invitationPk}`,
          title: `${name} accepted your invitation`,
          body: relation === null ? 'They now have an account.' : BODIES[relation],
          path: relation === null ? paths.invitations : paths.user(acceptedPk),
          studentPk: relation === 'student of the inviter' ? acceptedPk : null,
        };
      });
    },
  };
}
