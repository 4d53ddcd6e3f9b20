import { paths } from '#shared/kernel/paths.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { INVITATION_DAYS } from '#shared/invitations/schema.ts';
import { invitationConsequence, invitationTitle } from '#shared/invitations/texts.ts';
import { renderMail } from '../../mail/layout.ts';
import type { OutgoingMail } from '../../mail/outgoing-mail.ts';

/**
 * Builds the email to the invited address. It contains no name of the invited person, and its subject no name at all:
 * the inviter can type anything there, and this email goes to strangers in our name.
 * @param send how often this invitation was emailed, including this time
 */
export function invitationMail(
  publicUrl: string,
  invitation: { pk: number; to: string; token: string; inviter: string; inviterRole: Role; role: Role },
  send: number,
): OutgoingMail {
  return {
    key: `invitation:${invitation.pk}:${send}`,
    to: invitation.to,
    subject: 'You’re invited to GoPath',
    ...renderMail({
      title: invitationTitle(invitation),
      paragraphs: [
        invitationConsequence(invitation),
        `This single-use link expires in ${INVITATION_DAYS} days. A newer email replaces it.`,
      ],
      action: { label: 'See invitation', url: publicUrl + paths.acceptInvitation(invitation.token) },
      reason: `You get this email because ${invitation.inviter} entered your address at GoPath. If you do not know them, ignore it. Nothing happens without the link.`,
    }),
  };
}
