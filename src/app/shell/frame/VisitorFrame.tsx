import type { ReactNode } from 'react';
import { LegalFooter } from './LegalFooter.tsx';
import { Logo } from './Logo.tsx';

/** The frame of the pages for visitors: one card under the logo. */
export function VisitorFrame({ busy = false, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <div className="min-h-dvh bg-canvas px-4 pt-[min(12vh,96px)] pb-8">
      <div className="mx-auto max-w-[400px]">
        <header className="mb-4">
          <Logo />
        </header>
        <main aria-busy={busy} className="rounded-card border bg-surface p-6 [--control-height:40px]">
          {children}
        </main>
        <LegalFooter />
      </div>
    </div>
  );
}
