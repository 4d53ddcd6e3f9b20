import { useNavigation } from 'react-router';

/** A thin bar at the top while the code of the next page loads. */
export function PageProgress() {
  if (useNavigation().state !== 'loading') return null;
  return (
    <div
      role="progressbar"
      aria-label="Loading the page"
      className="appear-late fixed inset-x-0 top-0 z-50 print:hidden"
    >
      <div className="pulse-quiet h-0.5 bg-accent" />
    </div>
  );
}
