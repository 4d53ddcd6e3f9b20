/** The invitations of the dashboard: its statement contains this SQL. */
export { type PendingInvitation, selectPendingInvitations } from './invitations.repository.ts';
