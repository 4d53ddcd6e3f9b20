import { zodResolver } from '@hookform/resolvers/zod';
import { lazy, Suspense, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { NewSecondFactor } from '#shared/account/responses.ts';
import { type StartSecondFactorInput, startSecondFactorInput } from '#shared/account/schema.ts';
import { Button } from '#src/ui/Button.tsx';
import { CancelButton } from '#src/ui/CancelButton.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { TextField } from '#src/ui/TextField.tsx';
import { showFormError } from '../form-error.ts';
import { useStartSecondFactor } from '../mutations.ts';
import { CodeForm } from './CodeForm.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';

const QrCode = lazy(() => import('./QrCode.tsx'));

/** Turns one-time codes on in three steps: password, authenticator app, recovery codes. */
export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [created, setCreated] = useState<NewSecondFactor | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes !== null) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      width="small"
      title="Turn on one-time codes"
      description={
        created === null
          ? 'Enter your password to continue.'
          : 'Scan this QR code with an authenticator app, then enter the code that it shows.'
      }
      actions={
        <>
          <CancelButton onClick={onClose} />
          <Button type="submit" form={id} variant="primary" busy={isBusy}>
            {created === null ? 'Continue' : 'Turn on'}
          </Button>
        </>
      }
    >
      {created === null ? (
        <PasswordForm id={id} onBusy={setBusy} onDone={setCreated} />
      ) : (
        <div className="grid gap-3">
          <div className="flex h-44 justify-center">
            <Suspense>
              <QrCode text={created.uri} label="QR code for your authenticator app" />
            </Suspense>
          </div>
          <p className="text-sm text-muted">
            Cannot scan it? Enter this key:{' '}
            <span className="font-mono wrap-anywhere text-text">{created.secret}</span>
          </p>
          <CodeForm id={id} purpose="confirmSecondFactor" onBusy={setBusy} onDone={setCodes} />
        </div>
      )}
    </Dialog>
  );
}

function PasswordForm({
  id,
  onBusy,
  onDone,
}: {
  id: string;
  onBusy: (isBusy: boolean) => void;
  onDone: (created: NewSecondFactor) => void;
}) {
  const start = useStartSecondFactor();
  const { register, handleSubmit, setError, formState } = useForm<StartSecondFactorInput>({
    resolver: zodResolver(startSecondFactorInput),
    defaultValues: { current_password: '' },
  });
  const submit = handleSubmit(async (values) => {
    onBusy(true);
    try {
      onDone(await start.mutateAsync(values));
    } catch (error) {
      showFormError(error, ['current_password'], setError, 'Could not continue. Try again.');
    } finally {
      onBusy(false);
    }
  });
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        maxLength={1000}
        required
        data-autofocus
        error={formState.errors.current_password?.message}
        {...register('current_password')}
      />
    </form>
  );
}
