import { useState } from 'react';
import { Badge } from '#src/ui/display/Badge.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { CodeDialog } from './CodeDialog.tsx';
import { SecondFactorDialog } from './SecondFactorDialog.tsx';

/** Turns one-time codes on and off. */
export function SecondFactorSection({ on, hasPasskeys }: { on: boolean; hasPasskeys: boolean }) {
  const [open, setOpen] = useState<'start' | 'turnOff' | null>(null);
  const close = () => setOpen(null);
  return (
    <Card title="One-time codes">
      <p className="mb-3 max-w-prose text-muted">
        After your password, you enter a code from your authenticator app. This keeps others out, even if they
        know your password.
      </p>
      {on ? (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Badge tone="success">On</Badge>
          <Button onClick={() => setOpen('turnOff')}>Turn off</Button>
        </div>
      ) : (
        <Button onClick={() => setOpen('start')}>Turn on one-time codes</Button>
      )}
      {open === 'start' && <SecondFactorDialog onClose={close} />}
      {open === 'turnOff' && (
        <CodeDialog
          purpose="turnOffSecondFactor"
          title="Turn off one-time codes?"
          description={
            hasPasskeys
              ? 'You then sign in with a passkey.'
              : 'Your password alone is then enough to sign in.'
          }
          submitLabel="Turn off"
          onClose={close}
        />
      )}
    </Card>
  );
}
