/**
 * The last responses that a surface of the extension shows before the server responds, or while it is offline. They are
 * in the extension's storage, belong to the signed-in person only, and are deleted when the session ends.
 */
import { browser } from 'wxt/browser';

/** A surface with a cache. */
export type CachedSurface = 'popup' | 'panel';

interface CacheEntry {
  subject: string;
  at: number;
  value: unknown;
}

function keyOf(surface: CachedSurface): string {
  return `cache.${surface}`;
}

/**
 * Reads a surface's cached value for a person, with its time.
 * @param subject resolves to the person; a promise, so that both reads run in parallel and delay the first paint once
 */
export async function readSurfaceCache<Value>(
  surface: CachedSurface,
  subject: Promise<string | null>,
): Promise<{ at: Date; value: Value } | null> {
  const key = keyOf(surface);
  const [stored, person] = await Promise.all([browser.storage.local.get(key), subject]);
  const entry = stored[key] as CacheEntry | undefined;
  if (entry === undefined || entry.subject !== person) return null;
  return { at: new Date(entry.at), value: entry.value as Value };
}

/** Replaces a surface's cached value. */
export async function writeSurfaceCache(
  surface: CachedSurface,
  subject: string,
  value: unknown,
): Promise<void> {
  const entry: CacheEntry = { subject, at: Date.now(), value };
  await browser.storage.local.set({ [keyOf(surface)]: entry });
}

/** Deletes the caches of all surfaces. */
export async function clearSurfaceCache(): Promise<void> {
  await browser.storage.local.remove([keyOf('popup'), keyOf('panel')]);
}
