import { useEffect, useState } from 'react';
import { RELOAD_SECONDS } from '#shared/users/account-state.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';

/** Counts down 10 seconds and reloads the page (USER-028). */
export function ReloadCountdown({ title }: { title: string }) {
  const [seconds, setSeconds] = useState(RELOAD_SECONDS);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((left) => left - 1), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (seconds <= 0) location.reload();
  }, [seconds]);
  return (
    <Dialog
      open
      onClose={() => location.reload()}
      width="small"
      title={title}
      description={
        <span role="timer">{`This page reloads in ${Math.max(seconds, 0)} ${seconds === 1 ? 'second' : 'seconds'}.`}</span>
      }
      actions={
        <Button variant="primary" data-autofocus onClick={() => location.reload()}>
          Reload now
        </Button>
      }
    />
  );
}
