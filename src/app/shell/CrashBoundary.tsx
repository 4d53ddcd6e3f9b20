import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Button } from '#src/ui/Button.tsx';
import { CHUNK_LOAD_ERROR } from './load-page.ts';
import { surface } from '#src/lib/surface-kind.ts';
import { reportCrash } from './crash-report.ts';

/** The same crash again within this time reloads the page (SHEL-029). */
const REPEAT_MS = 30_000;
const STORE = 'gopath-last-crash';

/** Reports a crash; the second of the same kind within 30 seconds reloads the page, once. */
export function handleCrash(error: unknown) {
  // An extension page has no address of the server; its worker logs what fails.
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

/** SHEL-027; for a part that did not arrive, SHEL-030. Nothing that was typed is lost: drafts are stored as written. */
export function CrashPage({ error }: { error: unknown }) {
  const isMissingPart = error instanceof Error && error.name === CHUNK_LOAD_ERROR;
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-2 bg-canvas p-6 text-center">
      <h1 className="text-2xl font-semibold">
        {isMissingPart ? 'A part of GoPath could not be loaded.' : 'GoPath had to quit because of a problem.'}
      </h1>
      <p className="text-muted">
        {isMissingPart
          ? `${CHUNK_LOAD_ERROR}: check your connection, then load the page again. What you wrote is kept on this device.`
          : 'What you wrote is kept on this device.'}
      </p>
      <Button variant="primary" className="mt-4" onClick={() => location.reload()}>
        Load the page again
      </Button>
    </main>
  );
}

/** Catches what crashes outside of any page. */
export function CrashBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary FallbackComponent={CrashPage} onError={handleCrash}>
      {children}
    </ErrorBoundary>
  );
}
