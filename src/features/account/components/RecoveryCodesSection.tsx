import { useState } from 'react';
import { RECOVERY_CODES_PURPOSE } from '#shared/account/texts.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { useRenewRecoveryCodes } from '../mutations.ts';
import { CodeDialog } from './CodeDialog.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';

/** Fewer recovery codes show a warning. */
const FEW_CODES = 3;

const RENEWAL = {
  title: 'New recovery codes',
  description: 'Your old recovery codes stop working.',
  submitLabel: 'Create codes',
};

/** Shows how many recovery codes are left, and creates new ones. */
export function RecoveryCodesSection({ left, hasCodes }: { left: number; hasCodes: boolean }) {
  const renew = useRenewRecoveryCodes();
  const [open, setOpen] = useState(false);
  const [created, setCreated] = useState<string[] | null>(null);
  const close = () => setOpen(false);
  return (
    <Card title="Recovery codes">
      <p className="mb-3 max-w-prose text-muted">{RECOVERY_CODES_PURPOSE}</p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className={left < FEW_CODES ? 'text-warning' : undefined}>
          {left === 1 ? '1 recovery code left' : `${left} recovery codes left`}
        </span>
        <Button onClick={() => setOpen(true)}>New recovery codes</Button>
      </div>
      {open && hasCodes && <CodeDialog purpose="renewRecoveryCodes" {...RENEWAL} onClose={close} />}
      {open && !hasCodes && (
        <PasswordDialog
          {...RENEWAL}
          send={async (input) => setCreated(await renew.mutateAsync(input))}
          onClose={close}
        />
      )}
      {created !== null && <RecoveryCodesDialog codes={created} onClose={() => setCreated(null)} />}
    </Card>
  );
}
