/**
 * What a surface of the extension shows before the server answers, or without it. In the browser's storage of the
 * extension, of the signed-in person only: it goes when the session ends.
 */
import { browser } from 'wxt/browser';

/** A surface that keeps answers. */
export type KeepingSurface = 'popup' | 'panel';

interface Kept {
  subject: string;
  at: number;
  value: unknown;
}

function keyOf(surface: KeepingSurface): string {
  return `kept.${surface}`;
}

/**
 * What was kept for a person, and when.
 * @param whose may still be on its way: both are read at once, because every wait delays the first picture
 */
export async function readKeptAnswers<Value>(
  surface: KeepingSurface,
  whose: Promise<string | null>,
): Promise<{ at: Date; value: Value } | null> {
  const key = keyOf(surface);
  const [stored, subject] = await Promise.all([browser.storage.local.get(key), whose]);
  const kept = stored[key] as Kept | undefined;
  if (kept === undefined || kept.subject !== subject) return null;
  return { at: new Date(kept.at), value: kept.value as Value };
}

export async function keepAnswers(surface: KeepingSurface, subject: string, value: unknown): Promise<void> {
  const kept: Kept = { subject, at: Date.now(), value };
  await browser.storage.local.set({ [keyOf(surface)]: kept });
}

export async function forgetKeptAnswers(): Promise<void> {
  await browser.storage.local.remove([keyOf('popup'), keyOf('panel')]);
}
