import { type FormEvent, useEffect, useRef, useState } from 'react';
import { relationOf } from '#shared/invitations/policy.ts';
import { invitationInput, INVITE_FAILED } from '#shared/invitations/schema.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type Role, ROLE_NAMES } from '#shared/kernel/roles.ts';
import { useFormDraft } from '#src/lib/drafts/useFormDraft.ts';
import { Button } from '#src/ui/Button.tsx';
import { CancelButton } from '#src/ui/CancelButton.tsx';
import { DraftBanner } from '#src/ui/DraftBanner.tsx';
import { Select } from '#src/ui/Select.tsx';
import { SkeletonText } from '#src/ui/Skeleton.tsx';
import { showError, showSuccess } from '#src/ui/snackbar.ts';
import { TextField } from '#src/ui/TextField.tsx';
import { useInvite } from '../mutations.ts';

interface Values {
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
}

const titleOf = ({ firstName, lastName }: Values) => `Invitation: ${firstName} ${lastName}`;

/** What accepting will mean, for the one who invites. */
function consequenceOf(inviter: Role, invited: Role): string {
  switch (relationOf(inviter, invited)) {
    case 'parent of the inviter':
      return 'They will see your roadmap, your rating, your shared lists and the meeting notes sent to them.';
    case 'student of the inviter':
      return 'You become their mentor when they accept. Students must be 13 or older.';
    default:
      return invited === 'student'
        ? 'Students must be 13 or older.'
        : 'Nobody is assigned to them yet: do that once they have accepted.';
  }
}

function problemsOf(values: Values): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { path, message } of invitationInput.safeParse(values).error?.issues ?? []) {
    found[String(path[0])] ??= message;
  }
  return found;
}

/** The invite form (INV-002). What was typed stays on this device until the invitation is out or cancelled. */
export function InvitationForm({
  viewer,
  roles,
  blocked,
  onInvited,
  onCancel,
}: {
  viewer: { pk: number; role: Role };
  /** As what the viewer may invite; the first one is chosen at the beginning. */
  roles: readonly [Role, ...Role[]];
  /** Why nobody can be invited now. */
  blocked: string | undefined;
  onInvited: () => void;
  onCancel: () => void;
}) {
  const invite = useInvite();
  const [kept, draft] = useFormDraft<Values>({
    owner: String(viewer.pk),
    subject: 'invitation',
    titleOf,
    initial: { firstName: '', lastName: '', email: '', role: roles[0] },
    version: null,
  });
  const { values } = kept;
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
  }, [errors]);

  const set = (change: Partial<Values>) => {
    draft.change({ ...draft.read().values, ...change });
    const [name = ''] = Object.keys(change);
    if (errors[name] !== undefined) {
      setErrors(({ [name]: _fixed, ...rest }) => rest);
    }
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (blocked !== undefined || invite.isPending) return;
    const found = problemsOf(values);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    try {
      const { made, isNewest } = await draft.createOnce((given, idempotencyKey) =>
        invite.mutateAsync({ ...given, idempotencyKey }),
      );
      await draft.saved();
      showSuccess(`Invitation sent to ${made.email}`);
      if (isNewest) onInvited();
    } catch (error) {
      if (error instanceof AppError && error.fields !== undefined) setErrors(error.fields);
      showError(INVITE_FAILED);
    }
  }

  if (!kept.ready) return <SkeletonText lines={6} />;
  const text = (name: 'firstName' | 'lastName' | 'email') => ({
    required: true,
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  return (
    <form ref={form} className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      {kept.restoredFrom !== null && (
        <DraftBanner restoredFrom={kept.restoredFrom} onDiscard={() => draft.discard()} />
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField label="First name" autoComplete="off" maxLength={100} {...text('firstName')} />
        <TextField label="Last name" autoComplete="off" maxLength={100} {...text('lastName')} />
      </div>
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        maxLength={254}
        hint="They get a mail with a link that works once and for 7 days."
        {...text('email')}
      />
      <Select
        label="Role"
        required
        value={values.role}
        error={errors['role']}
        hint={consequenceOf(viewer.role, values.role)}
        options={roles.map((role) => ({ value: role, label: ROLE_NAMES[role] }))}
        onChange={({ target }) => set({ role: target.value as Role })}
      />
      <div className="flex justify-end gap-2">
        <CancelButton
          onClick={() => {
            draft.discard();
            onCancel();
          }}
        />
        <Button
          type="submit"
          variant="primary"
          busy={invite.isPending}
          {...(blocked && { disabledReason: blocked })}
        >
          Send invitation
        </Button>
      </div>
    </form>
  );
}
