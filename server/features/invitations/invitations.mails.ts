import { paths } from '#shared/kernel/paths.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { INVITATION_DAYS } from '#shared/invitations/schema.ts';
import { invitationConsequence, invitationTitle } from '#shared/invitations/words.ts';
import { renderMail } from '../../mail/layout.ts';
import type { OutgoingMail } from '../../mail/mail.ts';

/**
 * To the invited address. The invited person's name is left out: whoever invites may have typed anything there, and
 * this mail goes to strangers in our name.
 * @param send counts the mails of one invitation
 */
export function invitationMail(
  publicUrl: string,
  invitation: { pk: number; to: string; token: string; inviter: string; inviterRole: Role; role: Role },
  send: number,
): OutgoingMail {
  const title = invitationTitle(invitation);
  return {
    key: `invitation:${invitation.pk}:${send}`,
    to: invitation.to,
    subject: title,
    ...renderMail({
      title,
      paragraphs: [
        invitationConsequence(invitation),
        `The link works once and for ${INVITATION_DAYS} days. A newer mail replaces it.`,
      ],
      action: { label: 'See the invitation', url: publicUrl + paths.acceptInvitation(invitation.token) },
      reason: `You get this mail because ${invitation.inviter} entered your address at GoPath. If you do not know them, ignore it: without the link nothing happens.`,
    }),
  };
}
