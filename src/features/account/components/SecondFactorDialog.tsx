import { lazy, Suspense, useId, useState } from 'react';
import type { NewSecondFactor } from '#shared/account/responses.ts';
import { FormDialog } from '#src/ui/overlays/FormDialog.tsx';
import { useStartSecondFactor } from '../mutations.ts';
import { CodeForm } from './CodeForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';

const QrCode = lazy(() => import('./QrCode.tsx'));

/** Turns one-time codes on: password, authenticator app, and recovery codes if there are none yet. */
export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const start = useStartSecondFactor();
  const [isBusy, setBusy] = useState(false);
  const [created, setCreated] = useState<NewSecondFactor | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes !== null) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      width="small"
      title="Turn on one-time codes"
      description={
        created === null
          ? 'Enter your password to continue.'
          : 'Scan this QR code with an authenticator app, then enter the code that it shows.'
      }
      form={id}
      submitLabel={created === null ? 'Continue' : 'Turn on'}
      isBusy={isBusy}
    >
      {created === null ? (
        <PasswordForm
          id={id}
          onBusy={setBusy}
          send={async (input) => setCreated(await start.mutateAsync(input))}
        />
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
          <CodeForm
            id={id}
            purpose="confirmSecondFactor"
            onBusy={setBusy}
            onDone={(codes) => (codes.length === 0 ? onClose() : setCodes(codes))}
          />
        </div>
      )}
    </FormDialog>
  );
}
