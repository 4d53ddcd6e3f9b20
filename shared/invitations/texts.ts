/** Texts of an invitation, shared by its email, its page and the identity provider. */
import type { Role } from '../kernel/roles.ts';
import { relationFromInvitation } from './policy.ts';

interface Invitation {
  inviter: string;
  inviterRole: Role;
  role: Role;
}

const AS: Record<Role, string> = { student: 'a student', parent: 'a parent', mentor: 'a mentor' };

/** Returns who invites and in which role. */
export function invitationTitle({ inviter, inviterRole, role }: Invitation): string {
  return relationFromInvitation(inviterRole, role) === 'parent of the inviter'
    ? `${inviter} invites you to GoPath as their parent`
    : `${inviter} invites you to GoPath as ${AS[role]}`;
}

/** Returns what accepting changes. */
export function invitationConsequence({ inviter, inviterRole, role }: Invitation): string {
  switch (relationFromInvitation(inviterRole, role)) {
    case 'parent of the inviter':
      return `You will see ${inviter}’s roadmap, rating, shared lists and the meeting notes sent to you.`;
    case 'student of the inviter':
      return `${inviter} becomes your mentor. They see your roadmap, rating and shared lists, and write notes for you.`;
    default:
      return 'On GoPath, students, parents and mentors plan for college together.';
  }
}

/** The page of an invalid link: unknown, used, expired and revoked links look the same. */
export const INVALID_INVITATION = {
  title: 'This invitation no longer works',
  text: 'Invitations are single-use and expire in 7 days. If you already accepted it, sign in. Otherwise, ask the person who invited you for a new one.',
} as const;

/** Returns the title of the invite form and the label of the button that opens it. */
export function inviteAction(roles: readonly Role[]): string {
  return roles.length === 1 && roles[0] === 'parent' ? 'Invite a parent' : 'Invite someone';
}
