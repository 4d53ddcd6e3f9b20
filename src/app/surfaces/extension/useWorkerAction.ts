import { useState } from 'react';

/** Runs an action of the worker, one at a time, and returns its error. */
export function useWorkerAction(action: () => Promise<unknown>): {
  run: () => void;
  busy: boolean;
  error: string | null;
} {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const run = () => {
    if (busy) return;
    setBusy(true);
    setError(null);
    action()
      .catch((reason: unknown) => setError(reason instanceof Error ? reason.message : String(reason)))
      .finally(() => setBusy(false));
  };
  return { run, busy, error };
}
