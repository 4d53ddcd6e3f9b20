import { Suspense } from 'react';
import { Menu as MenuIcon } from 'lucide-react';
import { lazyPart } from '#src/lib/lazy-part.ts';
import { useAfterPaint } from '#src/lib/timing/useAfterPaint.ts';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { Logo } from './Logo.tsx';
import { SearchButton } from './SearchButton.tsx';
import { UserMenu } from './UserMenu.tsx';

const AlertBell = lazyPart(
  async () => (await import('#src/features/alerts/components/AlertBell.tsx')).AlertBell,
);

/** The top bar: the menu button on a phone, search, alerts and the user menu. */
export function TopBar({ onOpenMenu }: { onOpenMenu: () => void }) {
  const isPainted = useAfterPaint();
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center gap-2 border-b bg-surface px-2 md:px-4 print:hidden">
      <div className="flex items-center gap-1 md:hidden">
        <IconButton label="Open menu" icon={<MenuIcon />} onClick={onOpenMenu} />
        <Logo />
      </div>
      <div className="ml-auto flex items-center gap-1 md:flex-1">
        <div className="md:mr-auto">
          <SearchButton />
        </div>
        <Suspense fallback={<span className="size-control" />}>
          {isPainted ? <AlertBell /> : <span className="size-control" />}
        </Suspense>
        <UserMenu />
      </div>
    </header>
  );
}
