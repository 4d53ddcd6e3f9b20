import type { OpenInvitation } from '#shared/invitations/responses.ts';
import { invitationConsequence, invitationTitle } from '#shared/invitations/texts.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { type NewPerson, NewPersonForm } from './NewPersonForm.tsx';

/** Whether the visitor is signed in, and with which account. */
export type Visitor =
  | { kind: 'signed-out' }
  | { kind: 'signed-in'; fullName: string; email: string }
  /** Signed in at the provider with an email address that belongs to no person here. */
  | { kind: 'no-account' };

const NEXT = {
  password: 'You choose a password on the next page.',
  sign_in: 'Sign in with this address to accept.',
} as const;

const BUTTON = 'mt-6 h-10 w-full';

/** Shows a valid invitation with its action (AUTH-014). */
export function InvitationCard({
  invitation,
  visitor,
  busy,
  onAccept,
  onSignIn,
  onSignOut,
}: {
  invitation: OpenInvitation;
  visitor: Visitor;
  busy: boolean;
  /** Accepts for the signed-in person. */
  onAccept: () => void;
  onSignIn: (person: NewPerson) => void;
  onSignOut: () => void;
}) {
  const { email, role, way, is_new: isNew } = invitation;
  const named = { ...invitation, inviterRole: invitation.inviter_role };
  const isTheirs = visitor.kind === 'signed-in' && visitor.email.toLowerCase() === email.toLowerCase();
  return (
    <>
      <h1 className="text-2xl font-semibold wrap-anywhere">{invitationTitle(named)}</h1>
      <p className="mt-2 text-muted wrap-anywhere">{invitationConsequence(named)}</p>
      <p className="mt-3 text-muted wrap-anywhere">
        The invitation is for <strong className="font-medium text-text">{email}</strong>.
      </p>
      {visitor.kind === 'signed-out' && (
        <>
          <p className="mt-3 text-muted">{NEXT[way]}</p>
          {isNew ? (
            <NewPersonForm isStudent={role === 'student'} busy={busy} onSubmit={onSignIn} />
          ) : (
            <Button
              variant="primary"
              className={BUTTON}
              busy={busy}
              onClick={() => onSignIn({ consent: false })}
            >
              {way === 'password' ? 'Accept invitation' : 'Sign in and accept'}
            </Button>
          )}
        </>
      )}
      {isTheirs && (
        <Button variant="primary" className={BUTTON} busy={busy} onClick={onAccept}>
          Accept invitation
        </Button>
      )}
      {visitor.kind !== 'signed-out' && !isTheirs && (
        <>
          <p className="mt-4 rounded-control bg-warning-soft px-3 py-2 text-warning wrap-anywhere">
            {visitor.kind === 'signed-in'
              ? `You are signed in as ${visitor.fullName} (${visitor.email}).`
              : 'You are signed in with another address.'}{' '}
            Only the invited address can accept. Sign out first.
          </p>
          <Button variant="primary" className={BUTTON} busy={busy} onClick={onSignOut}>
            Sign out
          </Button>
        </>
      )}
    </>
  );
}
