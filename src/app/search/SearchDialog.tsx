import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useChangeTheme } from '#src/features/users/mutations.ts';
import { APP_SHORTCUTS } from '#src/lib/shortcuts.ts';
import { CommandPalette } from '#src/ui/overlays/CommandPalette.tsx';
import { Kbd } from '#src/ui/display/Kbd.tsx';
import { backStateOf } from '../shell/back-link.ts';
import { useMe } from '../shell/me.ts';
import type { CommandAction } from './commands.ts';
import type { Opened } from './opened.ts';
import { useMeetingsPage } from './useMeetingsPage.tsx';
import { useResultsPage } from './useResultsPage.tsx';

/**
 * Searches the whole app: open tasks, students, lists, notes, pages and actions. The server decides what the person can
 * find.
 */
export function SearchDialog({
  initialText,
  onClose,
  onOpen,
}: {
  initialText: string;
  onClose: () => void;
  onOpen: (opened: Opened) => void;
}) {
  const me = useMe();
  const navigate = useNavigate();
  const location = useLocation();
  const changeTheme = useChangeTheme();
  const [isChoosingMeeting, setChoosingMeeting] = useState(false);

  function perform(action: CommandAction) {
    if (action.kind === 'open') {
      if (action.what === 'meetings') setChoosingMeeting(true);
      else onOpen({ what: action.what });
      return;
    }
    onClose();
    if (action.kind === 'theme') changeTheme.mutate(action.theme);
    else
      void navigate(action.to, {
        state: action.form && { ...backStateOf(location), page: location.pathname },
      });
  }

  const results = useResultsPage({
    me,
    initialText,
    perform,
    addTask: (line) => onOpen({ what: 'task', line }),
  });
  const meetings = useMeetingsPage({
    enabled: isChoosingMeeting,
    onBack: () => setChoosingMeeting(false),
    onChoose: (to) => perform({ kind: 'go', to, form: true }),
  });
  return (
    <CommandPalette
      {...(isChoosingMeeting ? meetings : results)}
      onClose={onClose}
      footer={
        <button
          type="button"
          onClick={() => onOpen({ what: 'shortcuts' })}
          className="flex items-center gap-1.5 rounded-control hover:text-text"
        >
          Keyboard shortcuts
          <Kbd shortcut={APP_SHORTCUTS.help} />
        </button>
      }
    />
  );
}
