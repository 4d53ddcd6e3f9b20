import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { AppError } from '#shared/kernel/errors.ts';
import { AUTO_SUBMIT_DEBOUNCE_MS } from '#src/lib/timing.ts';
import { showError, showSuccess } from '#src/ui/snackbar.ts';

interface Versioned {
  id: string;
  name: string;
  version: number;
}

/**
 * Changes of one entry that save themselves 300 ms after the last one (ACAD-028, COLL-027), one request after the
 * other, each on the version that the one before left. What could not be saved stays on the screen.
 * @param what the entry's kind, for the message of a failure
 */
export function useAutosave<Entry extends Versioned, Change extends Partial<Entry>>(
  entry: Entry,
  what: string,
  save: (input: Change & { id: string; version: number }) => Promise<Entry>,
): { value: Entry; change: (change: Change) => void; saving: boolean } {
  const [unsaved, setUnsaved] = useState<Partial<Change>>({});
  const pending = useRef<Partial<Change>>({});
  const version = useRef(entry.version);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef(false);
  version.current = Math.max(version.current, entry.version);
  const { mutateAsync, isPending } = useMutation({ mutationFn: save });

  const latest = useRef<() => Promise<void>>(() => Promise.resolve());
  const flush = useCallback(async () => {
    clearTimeout(timer.current);
    if (running.current || Object.keys(pending.current).length === 0) return;
    running.current = true;
    const sent = pending.current;
    pending.current = {};
    try {
      const saved = await mutateAsync({ ...(sent as Change), id: entry.id, version: version.current });
      version.current = saved.version;
      setUnsaved((now) => withoutSame(now, sent));
      showSuccess(`Updated ${saved.name}`);
    } catch (error) {
      const isConflict = error instanceof AppError && error.code === 'CONFLICT';
      const stored = isConflict ? (error.current as Partial<Versioned> | undefined)?.version : undefined;
      showError(`Failed to update ${what}: ${error instanceof Error ? error.message : ''}`, {
        label: isConflict ? 'Save mine' : 'Try again',
        onSelect: () => {
          if (stored !== undefined) version.current = Math.max(version.current, stored);
          pending.current = { ...sent, ...pending.current };
          void latest.current();
        },
      });
    } finally {
      running.current = false;
    }
    // Typed while the request was under way.
    if (Object.keys(pending.current).length > 0) void latest.current();
  }, [entry.id, mutateAsync, what]);
  useEffect(() => {
    latest.current = flush;
  }, [flush]);

  // Left with something unsaved: saved at once.
  useEffect(() => () => void latest.current(), []);

  const change = useCallback((fields: Change) => {
    pending.current = { ...pending.current, ...fields };
    setUnsaved((now) => ({ ...now, ...fields }));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void latest.current(), AUTO_SUBMIT_DEBOUNCE_MS);
  }, []);

  return { value: { ...entry, ...unsaved }, change, saving: isPending };
}

/** What of the changes was not saved yet, because it changed again. */
function withoutSame<Change extends object>(now: Change, sent: Change): Change {
  return Object.fromEntries(
    Object.entries(now).filter(([field, value]) => sent[field as keyof Change] !== value),
  ) as Change;
}
