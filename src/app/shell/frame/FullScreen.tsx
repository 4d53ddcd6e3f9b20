import { Outlet } from 'react-router';
import { SignedIn } from '../SignedIn.tsx';

/** An empty page while a full-screen page loads. */
export function FullScreenSkeleton() {
  return <main aria-busy className="min-h-dvh bg-canvas" />;
}

/** The frame of pages outside of the shell, for signed-in people (MEET-037). */
export function FullScreen() {
  return (
    <SignedIn skeleton={<FullScreenSkeleton />}>
      <Outlet />
    </SignedIn>
  );
}
