import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Passkey } from '#shared/account/responses.ts';
import { MAX_PASSKEYS } from '#shared/account/schema.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { Menu } from '#src/ui/overlays/Menu.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { useRemovePasskey } from '../passkey-mutations.ts';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx';

/** Lists the person's passkeys; adds, renames and removes them. */
export function PasskeysSection({
  passkeys,
  hasCodes,
}: {
  passkeys: readonly Passkey[];
  /** Whether one-time codes are on. */
  hasCodes: boolean;
}) {
  const remove = useRemovePasskey();
  const [isAdding, setAdding] = useState(false);
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>([]);
  const [chosen, setChosen] = useState<{ action: 'rename' | 'remove'; passkey: Passkey } | null>(null);
  const isSupported = 'PublicKeyCredential' in window;
  const isLast = passkeys.length === 1 && !hasCodes;
  return (
    <Card
      title="Passkeys"
      padded={false}
      action={
        isSupported &&
        passkeys.length < MAX_PASSKEYS && (
          <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
            Add passkey
          </Button>
        )
      }
    >
      <p className="max-w-prose px-4 pb-3 text-muted">
        Use your fingerprint, face, PIN or security key to sign in, instead of your password or after it.
        {!isSupported && ' This browser does not support passkeys.'}
        {passkeys.length >= MAX_PASSKEYS && ` You have ${MAX_PASSKEYS}; remove one to add another.`}
      </p>
      {passkeys.length > 0 && (
        <ul className="divide-y border-t">
          {passkeys.map((passkey) => (
            <li key={passkey.pk} className="flex items-center justify-between gap-2 px-4 py-3">
              <div className="min-w-0">
                <p className="font-medium wrap-anywhere">{passkey.name}</p>
                <p className="text-sm text-muted">
                  Added <Moment inline value={passkey.created_at} /> ·{' '}
                  <span className="whitespace-nowrap">
                    {passkey.last_used_at === null ? (
                      'Not used yet'
                    ) : (
                      <>
                        Last used <Moment inline value={passkey.last_used_at} />
                      </>
                    )}
                  </span>
                </p>
              </div>
              <Menu
                trigger={<IconButton label={`Actions for ${passkey.name}`} icon={<Ellipsis />} />}
                actions={[
                  {
                    label: 'Rename',
                    icon: <Pencil />,
                    onSelect: () => setChosen({ action: 'rename', passkey }),
                  },
                  {
                    label: 'Remove',
                    icon: <Trash2 />,
                    danger: true,
                    onSelect: () => setChosen({ action: 'remove', passkey }),
                  },
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <AddPasskeyDialog
          onAdded={(codes) => {
            setRecoveryCodes(codes);
            setAdding(false);
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {recoveryCodes.length > 0 && (
        <RecoveryCodesDialog codes={recoveryCodes} onClose={() => setRecoveryCodes([])} />
      )}
      {chosen?.action === 'rename' && (
        <RenamePasskeyDialog passkey={chosen.passkey} onClose={() => setChosen(null)} />
      )}
      {chosen?.action === 'remove' && (
        <PasswordDialog
          title={`Remove ${chosen.passkey.name}?`}
          description={
            isLast
              ? 'Your password alone is then enough to sign in.'
              : 'It no longer signs you in. Your device may still offer it.'
          }
          submitLabel="Remove passkey"
          danger
          send={(input) => remove.mutateAsync({ pk: chosen.passkey.pk, ...input })}
          onClose={() => setChosen(null)}
        />
      )}
    </Card>
  );
}
