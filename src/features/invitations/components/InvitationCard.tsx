import { useState } from 'react';
import type { OpenInvitation } from '#shared/invitations/responses.ts';
import { OF_AGE, OF_AGE_REQUIRED } from '#shared/invitations/schema.ts';
import { invitationConsequence, invitationTitle } from '#shared/invitations/words.ts';
import { Button } from '#src/ui/Button.tsx';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { FieldError } from '#src/ui/Field.tsx';

/** Who looks at the invitation: nobody who is signed in, or somebody. */
export type Visitor =
  | { kind: 'nobody' }
  | { kind: 'person'; fullName: string; email: string }
  /** Signed in at the provider with an address that nobody here has. */
  | { kind: 'stranger' };

const NEXT = {
  password: 'You choose a password on the next page.',
  sign_in: 'Sign in with this address to accept.',
} as const;

/** An invitation that works: what it is, and the one thing to do about it (AUTH-014). */
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
  /** By the person who is signed in. */
  onAccept: () => void;
  onSignIn: (isOfAge: boolean) => void;
  onSignOut: () => void;
}) {
  const [isOfAge, setOfAge] = useState(false);
  const [ageError, setAgeError] = useState<string>();
  const { email, role, way } = invitation;
  const named = { ...invitation, inviterRole: invitation.inviter_role };
  const isTheirs = visitor.kind === 'person' && visitor.email.toLowerCase() === email.toLowerCase();
  // At our own provider the next page asks a new student.
  const asksAge = role === 'student' && way === 'sign_in';

  const button = 'mt-6 h-10 w-full';
  return (
    <>
      <h1 className="text-2xl font-semibold wrap-anywhere">{invitationTitle(named)}</h1>
      <p className="mt-2 text-muted wrap-anywhere">{invitationConsequence(named)}</p>
      <p className="mt-3 text-muted wrap-anywhere">
        The invitation is for <strong className="font-medium text-text">{email}</strong>.
      </p>
      {visitor.kind === 'nobody' && (
        <>
          <p className="mt-3 text-muted">{NEXT[way]}</p>
          {asksAge && (
            <div className="mt-4 grid gap-1">
              <Checkbox
                label={OF_AGE}
                checked={isOfAge}
                onChange={() => {
                  setOfAge(!isOfAge);
                  setAgeError(undefined);
                }}
              />
              <FieldError id="of-age-error" error={ageError} />
            </div>
          )}
          <Button
            variant="primary"
            className={button}
            busy={busy}
            onClick={() => (asksAge && !isOfAge ? setAgeError(OF_AGE_REQUIRED) : onSignIn(isOfAge))}
          >
            {way === 'password' ? 'Accept invitation' : 'Sign in and accept'}
          </Button>
        </>
      )}
      {isTheirs && (
        <Button variant="primary" className={button} busy={busy} onClick={onAccept}>
          Accept invitation
        </Button>
      )}
      {visitor.kind !== 'nobody' && !isTheirs && (
        <>
          <p className="mt-4 rounded-control bg-warning-soft px-3 py-2 text-warning wrap-anywhere">
            {visitor.kind === 'person'
              ? `You are signed in as ${visitor.fullName} (${visitor.email}).`
              : 'You are signed in with another address.'}{' '}
            Only the invited address can accept: sign out first.
          </p>
          <Button variant="primary" className={button} busy={busy} onClick={onSignOut}>
            Sign out
          </Button>
        </>
      )}
    </>
  );
}
