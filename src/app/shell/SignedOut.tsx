import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useNavigate } from 'react-router';
import { takeNextPath } from '#src/features/session/next-path.ts';
import { sessionQueries } from '#src/features/session/queries.ts';
import { applyTheme } from '#src/ui/theme.ts';
import { Logo } from './Logo.tsx';

/** The frame of the pages for visitors; who is signed in already goes on to the wanted page (AUTH-017). */
export function SignedOut() {
  const { data: isSignedIn } = useQuery(sessionQueries.check());
  const navigate = useNavigate();
  useEffect(() => {
    if (isSignedIn === true) void navigate(takeNextPath(), { replace: true });
    if (isSignedIn === false) applyTheme(null);
  }, [isSignedIn, navigate]);

  return (
    <div className="min-h-dvh bg-canvas px-4 pt-[min(12vh,96px)] pb-8">
      <div className="mx-auto max-w-[400px]">
        <header className="mb-4">
          <Logo />
        </header>
        <main aria-busy={isSignedIn !== false} className="rounded-card border bg-surface p-6">
          {isSignedIn === false ? <Outlet /> : <div className="h-48" />}
        </main>
      </div>
    </div>
  );
}
