import type { ReactNode } from 'react';
import { useIsStored } from '#src/lib/drafts/useIsStored.ts';

/** Says whether this device has what the person wrote. */
export function StoredText({
  writing = false,
  children,
}: {
  /** Whether the page shows the text, which can still change. */
  writing?: boolean;
  /** Follows if it is stored. */
  children?: ReactNode;
}) {
  if (useIsStored()) {
    return (
      <>
        What you {writing ? 'write' : 'wrote'} is saved on this device.{children}
      </>
    );
  }
  return (
    <>
      Your browser could not store what you wrote on this device.
      {writing && ' Copy it before you close this page.'}
    </>
  );
}
