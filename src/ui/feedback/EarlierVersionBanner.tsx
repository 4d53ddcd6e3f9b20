import { Banner } from './Banner.tsx';

/** Says that a create finished while the person was typing, so that it lacks the last changes. */
export function EarlierVersionBanner({ of }: { /** What was added, such as 'this class'. */ of: string }) {
  return (
    <Banner tone="warning">
      An earlier version of {of} was added. To replace it, add this version and delete the earlier one.
    </Banner>
  );
}
