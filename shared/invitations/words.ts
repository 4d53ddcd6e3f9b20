/** What an invitation says, the same in the mail, on its page and at the identity provider. */
import type { Role } from '../kernel/roles.ts';
import { relationOf } from './policy.ts';

interface Invitation {
  inviter: string;
  inviterRole: Role;
  role: Role;
}

const AS: Record<Role, string> = { student: 'a student', parent: 'a parent', mentor: 'a mentor' };

/** Who invites whom as what. */
export function invitationTitle({ inviter, inviterRole, role }: Invitation): string {
  return relationOf(inviterRole, role) === 'parent of the inviter'
    ? `${inviter} invites you to GoPath as their parent`
    : `${inviter} invites you to GoPath as ${AS[role]}`;
}

/** What accepting changes for whom. */
export function invitationConsequence({ inviter, inviterRole, role }: Invitation): string {
  switch (relationOf(inviterRole, role)) {
    case 'parent of the inviter':
      return `You will see ${inviter}’s roadmap, rating, shared lists and the meeting notes sent to you.`;
    case 'student of the inviter':
      return `${inviter} becomes your mentor: they see your roadmap, rating and shared lists, and write notes for you.`;
    default:
      return 'GoPath is where students, their parents and their mentors plan the way to college together.';
  }
}

/** The one page of every link that does not work: unknown, used, expired and revoked look alike. */
export const DEAD_INVITATION = {
  title: 'This invitation does not work any more',
  text: 'An invitation works once and for 7 days. Ask the person who invited you for a new one.',
} as const;
