import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { changeStateInput, MAX_REASON, type StateAction } from '#shared/users/account-state.ts';
import type { Person } from '#shared/users/person.ts';
import { isOffline } from '#shared/kernel/errors.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { TextArea } from '#src/ui/fields/TextArea.tsx';
import { useChangeState } from '../account-state-mutations.ts';
import { ReloadCountdown } from './ReloadCountdown.tsx';

const TEXTS = {
  disable: {
    title: (name: string) => `Disable ${name}?`,
    description:
      'They are signed out everywhere at once, their calendar links stop working, and their booked meetings are canceled. Nothing is deleted.',
    button: 'Disable account',
    done: (name: string) => `${name} is disabled`,
  },
  enable: {
    title: (name: string) => `Enable ${name}?`,
    description:
      'They can sign in again. Earlier sign-ins and calendar links still do not work, and canceled meetings stay canceled.',
    button: 'Enable account',
    done: (name: string) => `${name} is enabled`,
  },
} as const;

/** Disables or enables a person, with a reason; then the page reloads (USER-027, USER-028, USER-050). */
export function ChangeStateDialog({
  person,
  action,
  onClose,
}: {
  person: Person;
  action: StateAction;
  onClose: () => void;
}) {
  // The change refetches the person, so the dialog keeps the name it started with.
  const [{ pk, full_name: name }] = useState(person);
  const change = useChangeState(pk);
  const { register, handleSubmit, formState } = useForm<{ action: StateAction; reason?: string }>({
    resolver: zodResolver(changeStateInput),
    defaultValues: { action, reason: '' },
  });
  const texts = TEXTS[action];
  if (change.isSuccess) return <ReloadCountdown title={texts.done(name)} />;
  const submit = handleSubmit((values) => change.mutate(values));
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title(name)}
      description={texts.description}
      busy={change.isPending}
      busyLabel={action === 'disable' ? 'Disabling' : 'Enabling'}
      actions={
        <>
          <CancelButton onClick={onClose} />
          <Button variant={action === 'disable' ? 'danger' : 'primary'} onClick={() => void submit()}>
            {texts.button}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 pb-2">
        {change.error !== null && (
          <Banner tone="danger">
            {isOffline(change.error)
              ? 'The server cannot be reached. Nothing was changed. Try again.'
              : change.error.message}
          </Banner>
        )}
        <TextArea
          label="Reason"
          optional
          hint="Visible to staff who manage accounts."
          maxLength={MAX_REASON}
          error={formState.errors.reason?.message}
          {...register('reason')}
        />
      </div>
    </Dialog>
  );
}
