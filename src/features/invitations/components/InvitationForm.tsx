import { zodResolver } from '@hookform/resolvers/zod';
import type { ChangeEvent } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { relationFromInvitation } from '#shared/invitations/policy.ts';
import { type InvitationInput, invitationInput, INVITE_FAILED } from '#shared/invitations/schema.ts';
import { showFieldErrors } from '#src/lib/field-errors.ts';
import { type Role, ROLE_NAMES } from '#shared/kernel/roles.ts';
import { MAX_EMAIL, MAX_PERSON_NAME } from '#shared/session/schema.ts';
import { useDraftInForm } from '#src/lib/drafts/useDraftInForm.ts';
import { useFormDraft } from '#src/lib/drafts/useFormDraft.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { DraftBanner } from '#src/ui/feedback/DraftBanner.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useInvite } from '../mutations.ts';

const titleOf = ({ firstName, lastName }: InvitationInput) => `Invitation: ${firstName} ${lastName}`;

/** Returns what accepting means for the inviter. */
function consequenceOf(inviter: Role, invited: Role): string {
  switch (relationFromInvitation(inviter, invited)) {
    case 'parent of the inviter':
      return 'They will see your roadmap, your rating, your shared lists and the meeting notes sent to them.';
    case 'student of the inviter':
      return 'You become their mentor when they accept. Students must be 13 or older.';
    default:
      return invited === 'student'
        ? 'Students must be 13 or older.'
        : 'You can assign people to them once they accept.';
  }
}

/** The invite form (INV-002). Stores its draft on this device until it is sent or canceled. */
export function InvitationForm({
  viewer,
  roles,
  blocked,
  onInvited,
  onCancel,
}: {
  viewer: { pk: number; role: Role };
  /** The roles the viewer can invite; the first one is preselected. */
  roles: readonly [Role, ...Role[]];
  /** Why the viewer cannot invite anyone now. */
  blocked: string | undefined;
  onInvited: () => void;
  onCancel: () => void;
}) {
  const invite = useInvite();
  const [draftState, draft] = useFormDraft<InvitationInput>({
    owner: String(viewer.pk),
    subject: 'invitation',
    titleOf,
    initial: { firstName: '', lastName: '', email: '', role: roles[0] },
    version: null,
  });
  const form = useForm<InvitationInput>({
    resolver: zodResolver(invitationInput),
    defaultValues: draftState.values,
  });
  const { register, handleSubmit, formState, reset, control } = form;
  const { errors } = formState;
  const role = useWatch({ control, name: 'role' });
  useDraftInForm(draft, draftState, reset);

  const submit = handleSubmit(async () => {
    if (blocked !== undefined || invite.isPending) return;
    try {
      const { made, isNewest } = await draft.createOnce((given, idempotencyKey) =>
        invite.mutateAsync({ ...given, idempotencyKey }),
      );
      await (isNewest ? draft.saved() : draft.keepNewer(null));
      showSuccess(`Invitation sent to ${made.email}`);
      if (isNewest) onInvited();
    } catch (error) {
      showFieldErrors(error, form);
      showError(INVITE_FAILED);
    }
  });

  if (!draftState.ready) return <SkeletonText lines={6} />;
  const field = (name: keyof InvitationInput) => ({
    required: true,
    error: errors[name]?.message,
    ...register(name, {
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
        draft.change({ ...draft.read().values, [name]: target.value }),
    }),
  });
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      {draftState.restoredFrom !== null && (
        <DraftBanner restoredFrom={draftState.restoredFrom} onDiscard={() => draft.discard()} />
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="First name"
          autoComplete="off"
          maxLength={MAX_PERSON_NAME}
          {...field('firstName')}
        />
        <TextField label="Last name" autoComplete="off" maxLength={MAX_PERSON_NAME} {...field('lastName')} />
      </div>
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        maxLength={MAX_EMAIL}
        hint="We'll email a single-use link that expires in 7 days."
        {...field('email')}
      />
      <Select
        label="Role"
        hint={consequenceOf(viewer.role, role)}
        options={roles.map((value) => ({ value, label: ROLE_NAMES[value] }))}
        {...field('role')}
      />
      <div className="flex justify-end gap-2">
        <CancelButton
          onClick={() => {
            draft.discard();
            onCancel();
          }}
        />
        <Button type="submit" variant="primary" busy={invite.isPending} disabledReason={blocked}>
          Send invitation
        </Button>
      </div>
    </form>
  );
}
