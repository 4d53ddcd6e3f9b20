import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { waitingDraft } from './draft-store.ts';
import { FormDraft, type FormDraftOptions, type FormDraftState } from './form-draft.ts';
import { closingWriters } from './open-writers.ts';

/**
 * Returns the draft of an open form. It lives as long as the component: give that a `key` of owner and subject.
 */
export function useFormDraft<Values>(
  options: FormDraftOptions<Values>,
): [FormDraftState<Values>, FormDraft<Values>] {
  const [draft] = useState(() => new FormDraft(options));
  useEffect(() => {
    void draft.open();
    return () => void draft.close();
  }, [draft]);
  return [useSyncExternalStore(draft.subscribe, draft.read), draft];
}

/** Calls `store` with the values of a form on each change of a field. */
export function useFieldChanges<Values extends FieldValues>(
  { subscribe }: Pick<UseFormReturn<Values>, 'subscribe'>,
  store: (values: Values) => void,
): void {
  const onChange = useEffectEvent(store);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, values }) => {
          if (name !== undefined) onChange(values);
        },
      }),
    [subscribe],
  );
}

/**
 * Returns the title of a draft that the person can continue; null when there is none.
 * @param isOpen whether its form is open: looks again after it closed
 */
export function useWaitingDraft(owner: string, subject: string, isOpen: boolean): string | null {
  const [title, setTitle] = useState<string | null>(null);
  useEffect(() => {
    if (isOpen) return;
    let isStale = false;
    void Promise.all(closingWriters)
      .then(() => waitingDraft(owner, subject))
      .catch(() => null)
      .then((found) => isStale || setTitle(found));
    return () => {
      isStale = true;
    };
  }, [owner, subject, isOpen]);
  return title;
}
