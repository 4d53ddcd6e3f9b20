import { whenIdle } from '#src/lib/timing/when-idle.ts';

/** Loads the code of all pages into the browser's cache, one file at a time while the browser is idle. */
export async function prefetchChunks(signal: AbortSignal): Promise<void> {
  try {
    const response = await fetch('/chunks.json', { signal });
    for (const file of (await response.json()) as string[]) {
      await whenIdle();
      await fetch(`/${file}`, { signal, priority: 'low' });
    }
  } catch {
    // Stopped or offline: pages load their code when they are opened.
  }
}
