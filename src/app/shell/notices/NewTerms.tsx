import { useState } from 'react';
import { NewTermsDialog } from '#src/features/legal/components/NewTermsDialog.tsx';
import { useSettledPage } from './useSettledPage.ts';

/** Asks for agreement to new terms on the first page without an editor. */
export function NewTerms({ version }: { version: string }) {
  const isSettled = useSettledPage();
  const [isClosed, setClosed] = useState(false);
  if (!isSettled || isClosed) return null;
  return <NewTermsDialog version={version} onClose={() => setClosed(true)} />;
}
