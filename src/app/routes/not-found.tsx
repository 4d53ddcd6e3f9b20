import { NotFoundState } from '#src/ui/feedback/ErrorState.tsx';

/** Shown for paths without a route, and for objects that are missing or not visible (SHEL-026). */
export function NotFoundPage() {
  return <NotFoundState />;
}
