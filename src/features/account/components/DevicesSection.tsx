import { useState } from 'react';
import type { Device } from '#shared/account/responses.ts';
import { Badge } from '#src/ui/display/Badge.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { useEndDevices } from '../mutations.ts';

const CLIENTS = { web: 'Web app', extension: 'Browser extension' } as const;

/** Lists the devices where the person is signed in, and signs them out. */
export function DevicesSection({ devices }: { devices: readonly Device[] }) {
  const end = useEndDevices();
  const [toEnd, setToEnd] = useState<Device | 'others'>('others');
  const [isDialogOpen, setDialogOpen] = useState(false);
  const ask = (target: Device | 'others') => {
    setToEnd(target);
    setDialogOpen(true);
  };
  const hasOthers = devices.some(({ current }) => !current);
  return (
    <Card
      title="Signed-in devices"
      padded={false}
      action={hasOthers && <Button onClick={() => ask('others')}>Sign out all others</Button>}
    >
      <ul className="divide-y border-t">
        {devices.map((device) => (
          <li key={device.id} className="flex flex-wrap items-center justify-between gap-2 px-4 py-3">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {device.browser}
                {device.current && <Badge tone="success">This device</Badge>}
              </p>
              <p className="text-sm text-muted">
                {[device.client && CLIENTS[device.client], device.city].filter(Boolean).join(' · ')}
                {(device.client !== null || device.city !== null) && ' · '}
                Last used <Moment inline value={device.last_used_at} />
              </p>
            </div>
            {!device.current && (
              <Button aria-label={`Sign out ${device.browser}`} onClick={() => ask(device)}>
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Dialog
        open={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        width="small"
        title={toEnd === 'others' ? 'Sign out all other devices?' : `Sign out ${toEnd.browser}?`}
        description="You can sign in there again with your password. If you do not recognize a device, change your password too."
        busy={end.isPending}
        busyLabel="Signing out"
        actions={
          <>
            <CancelButton onClick={() => setDialogOpen(false)} />
            <Button
              variant="danger"
              onClick={() => end.mutate(toEnd, { onSettled: () => setDialogOpen(false) })}
            >
              {toEnd === 'others' ? 'Sign out others' : 'Sign out device'}
            </Button>
          </>
        }
      />
    </Card>
  );
}
