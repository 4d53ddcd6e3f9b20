/**
 * State that the worker publishes to every page through the browser's storage: readable without waking the worker, with
 * an event for each change. It contains no secrets.
 */
import { browser } from 'wxt/browser';

declare const __DEFAULT_SERVER__: string;

/** Whether someone is signed in. */
export type SignIn =
  | { status: 'in'; subject: string }
  /** `reason`: why the server ended the session; null when the person signed out or never signed in. */
  | { status: 'out'; reason: string | null };

/** Returns the signed-in person, or null. */
export function subjectOf(signIn: SignIn): string | null {
  return signIn.status === 'in' ? signIn.subject : null;
}

/** The values that the worker publishes. */
export interface Published {
  signIn: SignIn;
  server: string;
  /** The number of unread alerts. */
  unreadAlerts: number;
}

/** The values before the worker publishes any. */
export const DEFAULTS: Published = {
  signIn: { status: 'out', reason: null },
  server: __DEFAULT_SERVER__,
  unreadAlerts: 0,
};

/** Reads a published value. */
export async function readPublished<Key extends keyof Published>(key: Key): Promise<Published[Key]> {
  const stored = await browser.storage.local.get({ [key]: DEFAULTS[key] });
  return stored[key] as Published[Key];
}

/** Publishes a value. For the worker only. */
export async function publish<Key extends keyof Published>(key: Key, value: Published[Key]): Promise<void> {
  await browser.storage.local.set({ [key]: value });
}

/** Calls back with each new value. @returns a function that stops it */
export function onPublished<Key extends keyof Published>(
  key: Key,
  listener: (value: Published[Key]) => void,
): () => void {
  const onChanged = (changes: Record<string, { newValue?: unknown }>, area: string) => {
    const change = area === 'local' ? changes[key] : undefined;
    if (change !== undefined) listener((change.newValue ?? DEFAULTS[key]) as Published[Key]);
  };
  browser.storage.onChanged.addListener(onChanged);
  return () => browser.storage.onChanged.removeListener(onChanged);
}
