import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Button } from '#src/ui/buttons/Button.tsx';
import { StoredText } from '#src/ui/feedback/StoredText.tsx';
import { CHUNK_LOAD_ERROR, isChunkLoadError } from '../loading/chunk-load-error.ts';
import { surface } from '#src/lib/surface-kind.ts';
import { reportCrash } from './crash-report.ts';

/** A crash that repeats within this time reloads the page (SHEL-029). */
const REPEAT_MS = 30_000;
const STORE = 'gopath-last-crash';

/** Reports a crash. Reloads the page once when the same crash repeats within 30 seconds. */
export function handleCrash(error: unknown) {
  // Extension pages have no endpoint for crash reports; the worker logs their failures.
  if (surface === 'web') reportCrash(error);
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const last = JSON.parse(sessionStorage.getItem(STORE) ?? 'null') as { text: string; at: number } | null;
  const isRepeated = last !== null && last.text === text && Date.now() - last.at < REPEAT_MS;
  if (isRepeated) {
    sessionStorage.removeItem(STORE);
    location.reload();
  } else {
    sessionStorage.setItem(STORE, JSON.stringify({ text, at: Date.now() }));
  }
}

/** The message and the button for a crash (SHEL-027), or for code that did not load (SHEL-030). */
export function CrashMessage({ error }: { error: unknown }) {
  const isMissing = isChunkLoadError(error);
  return (
    <div className="grid justify-items-center gap-2 text-center">
      <h1 className="text-2xl font-semibold">
        {isMissing ? 'A part of GoPath could not be loaded.' : 'GoPath had to quit because of a problem.'}
      </h1>
      <p className="text-muted">
        {isMissing && `${CHUNK_LOAD_ERROR}: check your connection, then reload the page. `}
        <StoredText />
      </p>
      <Button variant="primary" className="mt-4" onClick={() => location.reload()}>
        Reload page
      </Button>
    </div>
  );
}

/**
 * Replaces the whole page after a crash. Typed text is not lost: drafts are stored on the device with every keystroke.
 */
export function CrashPage({ error }: { error: unknown }) {
  return (
    <main className="grid min-h-dvh place-content-center bg-canvas p-6">
      <CrashMessage error={error} />
    </main>
  );
}

/** Catches errors outside of the router's pages. */
export function CrashBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary FallbackComponent={CrashPage} onError={handleCrash}>
      {children}
    </ErrorBoundary>
  );
}
