import { AddListDialog } from '#src/features/tasks/components/lists/AddListDialog.tsx';
import { useMe } from '../shell/me.ts';
import { AddTaskDialog } from './AddTaskDialog.tsx';
import type { Opened } from './opened.ts';
import { SearchDialog } from './SearchDialog.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';

/** The dialogs of the search and the shortcuts. One chunk: once the search has loaded, all of them work offline. */
export function SearchOverlays({
  opened,
  typed,
  onOpen,
}: {
  opened: Opened;
  /** What the person typed while this code loaded. */
  typed: string;
  onOpen: (opened: Opened | null) => void;
}) {
  const me = useMe();
  const close = () => onOpen(null);
  switch (opened.what) {
    case 'search':
      return <SearchDialog initialText={typed} onClose={close} onOpen={onOpen} />;
    case 'task':
      return (
        <AddTaskDialog
          line={opened.line ?? typed}
          onNewList={() => onOpen({ what: 'list' })}
          onClose={close}
        />
      );
    case 'list':
      return <AddListDialog viewer={me} onClose={close} />;
    case 'shortcuts':
      return <ShortcutsDialog onClose={close} />;
  }
}
