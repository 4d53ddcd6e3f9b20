import { useState } from 'react';
import type { Account } from '#shared/account/responses.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Card } from '#src/ui/Card.tsx';
import { CodeDialog } from './CodeDialog.tsx';
import { SecondFactorDialog } from './SecondFactorDialog.tsx';

/** Fewer recovery codes show a warning. */
const FEW_CODES = 3;

/** Turns one-time codes on and off, and creates new recovery codes. */
export function SecondFactorSection({
  on,
  recovery_codes_left: left,
}: NonNullable<Account['second_factor']>) {
  const [open, setOpen] = useState<'start' | 'renew' | 'turnOff' | null>(null);
  const close = () => setOpen(null);
  return (
    <Card title="One-time codes">
      <p className="mb-3 max-w-prose text-muted">
        A code of your authenticator app after your password keeps others out, even if they know your
        password.
      </p>
      {on ? (
        <div className="grid gap-3">
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone="success">On</Badge>
            <span className={left < FEW_CODES ? 'text-warning' : 'text-muted'}>
              {left === 1 ? '1 recovery code left' : `${left} recovery codes left`}
            </span>
          </p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setOpen('renew')}>New recovery codes</Button>
            <Button onClick={() => setOpen('turnOff')}>Turn off</Button>
          </div>
        </div>
      ) : (
        <Button variant="primary" onClick={() => setOpen('start')}>
          Turn on one-time codes
        </Button>
      )}
      {open === 'start' && <SecondFactorDialog onClose={close} />}
      {open === 'renew' && (
        <CodeDialog
          purpose="renewRecoveryCodes"
          title="New recovery codes"
          description="Your old recovery codes stop working."
          submitLabel="Create codes"
          onClose={close}
        />
      )}
      {open === 'turnOff' && (
        <CodeDialog
          purpose="turnOffSecondFactor"
          title="Turn off one-time codes?"
          description="Your password alone is then enough to sign in."
          submitLabel="Turn off"
          onClose={close}
        />
      )}
    </Card>
  );
}
