import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { AppError } from '#shared/kernel/errors.ts';
import { type Roadmap, roadmapKeys } from '../queries.ts';
import type { EntryKind, SaveProblem, Versioned } from './entry-changes.ts';
import { RoadmapChanges, saveEntry } from './roadmap-changes.ts';

/** The unsaved changes of the roadmap on the screen; null for people who cannot change it. */
export const RoadmapChangesContext = createContext<RoadmapChanges | null>(null);

/**
 * Returns the changes of a roadmap, for {@link RoadmapChangesContext}. They belong to the first roadmap that the component
 * renders: another roadmap needs another `key`.
 * @param owner the editing person: unique among all people who use this browser
 */
export function useRoadmapChanges(owner: string, roadmap: Roadmap): RoadmapChanges | null {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: saveEntry,
    onError: (error) => {
      // Someone else deleted the entry.
      if (error instanceof AppError && error.code === 'NOT_FOUND') {
        void client.invalidateQueries({ queryKey: roadmapKeys.all });
      }
    },
  });
  const [changes] = useState(() =>
    roadmap.permissions.includes('change_roadmap')
      ? new RoadmapChanges(owner, roadmap.id, mutateAsync)
      : null,
  );
  const firstRoadmap = useRef(roadmap);
  useEffect(() => {
    // Without storage there are no drafts to restore.
    changes?.open(firstRoadmap.current).catch(() => undefined);
    return () => changes?.close();
  }, [changes]);
  return changes;
}

/** For people who cannot change the roadmap. */
const NO_CHANGES = { shown: {}, problem: null };
const subscribeToNothing = () => () => {};

/** Returns an entry with its unsaved changes, and a function that changes it (ACAD-028, COLL-027). */
export function useEntryChanges<Entry extends Versioned, Change extends Partial<Entry>>(
  kind: EntryKind,
  entry: Entry,
): {
  value: Entry;
  change: (change: Change) => void;
  problem: SaveProblem | null;
  saveAgain: () => void;
  discard: () => void;
} {
  const roadmapChanges = use(RoadmapChangesContext);
  const changes = roadmapChanges?.of(kind, entry) ?? null;
  const { shown, problem } = useSyncExternalStore(
    changes?.subscribe ?? subscribeToNothing,
    changes?.read ?? (() => NO_CHANGES),
  );
  useEffect(() => changes?.refresh(entry), [changes, entry]);
  const client = useQueryClient();
  return {
    value: useMemo(() => ({ ...entry, ...shown }), [entry, shown]),
    change: useCallback((fields: Change) => changes?.change(fields), [changes]),
    problem,
    saveAgain: () => void changes?.saveAgain(),
    discard: () => {
      changes?.discard();
      void client.invalidateQueries({ queryKey: roadmapKeys.all });
    },
  };
}

/** Returns one field of each entry with unsaved changes applied. */
export function useShown<Entry extends Versioned, Name extends keyof Entry & string>(
  kind: EntryKind,
  entries: readonly Entry[],
  field: Name,
): readonly Entry[Name][] {
  const roadmapChanges = use(RoadmapChangesContext);
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribes = entries.map((entry) => roadmapChanges?.of(kind, entry).subscribe(listener));
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe?.();
      };
    },
    [roadmapChanges, entries, kind],
  );
  // As text, because React compares snapshots by identity.
  const read = () =>
    JSON.stringify(
      entries.map((entry) => ({ ...entry, ...roadmapChanges?.of(kind, entry).read().shown })[field] ?? null),
    );
  const values = useSyncExternalStore(subscribe, read);
  return useMemo(() => JSON.parse(values) as Entry[Name][], [values]);
}
