import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Button } from '#src/ui/Button.tsx';

/** The same crash again within this time reloads the page (SHEL-029). */
const REPEAT_MS = 30_000;
const STORE = 'gopath-last-crash';

/** Reports a crash to the console and reloads when it is the same one again. */
function handleCrash(error: unknown) {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const last = JSON.parse(sessionStorage.getItem(STORE) ?? 'null') as { text: string; at: number } | null;
  sessionStorage.setItem(STORE, JSON.stringify({ text, at: Date.now() }));
  if (last !== null && last.text === text && Date.now() - last.at < REPEAT_MS) {
    sessionStorage.removeItem(STORE);
    location.reload();
  }
}

/** SHEL-027. Nothing that was typed is lost: drafts are stored as they are written. */
export function CrashPage() {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-2 bg-canvas p-6 text-center">
      <h1 className="text-2xl font-semibold">GoPath had to quit because of a problem.</h1>
      <p className="text-muted">What you wrote is kept on this device.</p>
      <Button variant="primary" className="mt-4" onClick={() => location.assign(import.meta.env.BASE_URL)}>
        Open GoPath again
      </Button>
    </main>
  );
}

export function CrashBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary FallbackComponent={CrashPage} onError={handleCrash}>
      {children}
    </ErrorBoundary>
  );
}
