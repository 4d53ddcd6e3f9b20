import { useIsFetching } from '@tanstack/react-query';
import clsx from 'clsx';
import { lazy, Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isLegalSlug, LEGAL_DOCUMENTS } from '#shared/legal/documents.ts';

const LegalDialog = lazy(async () => ({
  default: (await import('#src/features/legal/components/LegalDialog.tsx')).LegalDialog,
}));

/** Selects queries that load for the first time. */
const firstLoads = {
  predicate: ({ state }: { state: { status: string } }) => state.status === 'pending',
};

/** Links to the legal documents (SHEL-033). A document opens while the URL has its slug as hash (SHEL-032). */
export function LegalFooter() {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const show = (slug: string, replace: boolean) =>
    void navigate({ pathname, search, hash: slug }, { replace, state, preventScrollReset: true });
  const open = hash.slice(1);
  // Hidden while the page above loads, because the footer would move.
  const isHidden = useIsFetching(firstLoads) > 0;
  return (
    <footer
      className={clsx(
        'flex flex-wrap justify-center gap-x-4 px-4 py-3 text-sm text-muted print:hidden',
        isHidden && 'invisible',
      )}
    >
      {Object.entries(LEGAL_DOCUMENTS).map(([slug, title]) => (
        <button
          key={slug}
          type="button"
          className="touch-target py-1 hover:text-text hover:underline"
          onClick={() => show(slug, false)}
        >
          {title}
        </button>
      ))}
      {isLegalSlug(open) && (
        <Suspense>
          <LegalDialog slug={open} onClose={() => show('', true)} />
        </Suspense>
      )}
    </footer>
  );
}
