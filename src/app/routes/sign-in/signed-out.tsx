import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useNavigate } from 'react-router';
import { takeNextPath } from '#src/features/session/next-path.ts';
import { sessionQueries } from '#src/features/session/queries.ts';
import { applyTheme } from '#src/ui/theme/theme.ts';
import { VisitorFrame } from '../../shell/frame/VisitorFrame.tsx';

/** The frame of pages for visitors. Redirects signed-in people to the page they requested (AUTH-017). */
export function Component() {
  const { data: isSignedIn } = useQuery(sessionQueries.check());
  const navigate = useNavigate();
  useEffect(() => {
    if (isSignedIn === true) void navigate(takeNextPath(), { replace: true });
    if (isSignedIn === false) applyTheme(null);
  }, [isSignedIn, navigate]);

  return (
    <VisitorFrame busy={isSignedIn !== false}>
      {isSignedIn === false ? <Outlet /> : <div className="h-48" />}
    </VisitorFrame>
  );
}
