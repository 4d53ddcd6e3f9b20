import {
  BellRing,
  Bug,
  CalendarPlus,
  CircleUserRound,
  Inbox,
  Keyboard,
  ListPlus,
  type LucideIcon,
  Monitor,
  Moon,
  NotebookPen,
  Plus,
  Route,
  Settings,
  Sun,
} from 'lucide-react';
import { paths } from '#shared/kernel/paths.ts';
import { THEMES } from '#shared/kernel/themes.ts';
import { bestFirst, MATCH } from '#shared/search/rules.ts';
import type { Me } from '#shared/users/responses.ts';
import { ROADMAP_TABS } from '#src/features/roadmap/tabs.ts';
import { APP_SHORTCUTS } from '#src/lib/shortcuts.ts';
import { navItems } from '../shell/frame/nav-items.ts';

/** The effect of a command: opens a page (with the way back for a form), opens a dialog, or changes the theme. */
export type CommandAction =
  | { kind: 'go'; to: string; form?: true }
  | { kind: 'open'; what: 'task' | 'list' | 'shortcuts' | 'meetings' }
  | { kind: 'theme'; theme: number };

/** A page or an action that the search offers. */
export interface Command {
  label: string;
  icon: LucideIcon;
  action: CommandAction;
  /** Synonyms for the search. */
  also?: string;
  shortcut?: string;
  /** Shown only when it is searched for. */
  hidden?: true;
}

type Person = Pick<Me, 'pk' | 'capabilities' | 'permissions' | 'access' | 'show_meetings'>;

/** The tabs of a student's own roadmap. */
const roadmapPages = ROADMAP_TABS.map(({ path, label }): Command => ({
  label: `${label} (roadmap)`,
  icon: Route,
  action: { kind: 'go', to: `${paths.roadmap()}${path}` },
  hidden: true,
}));

/** Returns the pages the person can open. */
export function pagesFor(person: Person): Command[] {
  return [
    ...navItems(person).map(({ label, to, icon }): Command => ({ label, icon, action: { kind: 'go', to } })),
    {
      label: 'Your profile',
      icon: CircleUserRound,
      action: { kind: 'go', to: paths.me },
      hidden: true,
    },
    {
      label: 'Settings',
      icon: Settings,
      also: 'account password passkeys email devices',
      action: { kind: 'go', to: paths.settings },
      hidden: true,
    },
    {
      label: 'Alert settings',
      icon: BellRing,
      also: 'notifications quiet hours digest reminders',
      action: { kind: 'go', to: paths.alertSettings },
      hidden: true,
    },
    ...(person.capabilities.includes('own_roadmap') ? roadmapPages : []),
    { label: 'All alerts', icon: Inbox, also: 'news messages', action: { kind: 'go', to: paths.alertFeed } },
  ];
}

/** Returns the actions the person can start anywhere. */
export function actionsFor({ capabilities, access }: Person): Command[] {
  const forMentors: Command[] = [
    {
      label: 'New note',
      icon: NotebookPen,
      also: 'create write add',
      action: { kind: 'go', to: paths.newNote, form: true },
    },
    {
      label: 'New meeting note',
      icon: CalendarPlus,
      also: 'create write add',
      action: { kind: 'open', what: 'meetings' },
    },
  ];
  const help: Command[] = [
    {
      label: 'Keyboard shortcuts',
      icon: Keyboard,
      also: 'help keys',
      shortcut: APP_SHORTCUTS.help,
      action: { kind: 'open', what: 'shortcuts' },
      hidden: true,
    },
    {
      label: 'Report a bug',
      icon: Bug,
      also: 'help problem feedback',
      action: { kind: 'go', to: paths.newBugReport, form: true },
      hidden: true,
    },
  ];
  if (access === 'read_only') return help;
  return [
    ...(capabilities.includes('write_notes') ? forMentors : []),
    {
      label: 'Add a task',
      icon: Plus,
      also: 'new create to-do',
      shortcut: APP_SHORTCUTS.quickAdd,
      action: { kind: 'open', what: 'task' },
    },
    {
      label: 'New list',
      icon: ListPlus,
      also: 'add create to-do tasks',
      action: { kind: 'open', what: 'list' },
    },
    ...help,
    { label: 'Light theme', icon: Sun, action: { kind: 'theme', theme: THEMES.light }, hidden: true },
    { label: 'Dark theme', icon: Moon, action: { kind: 'theme', theme: THEMES.dark }, hidden: true },
    {
      label: 'Use system theme',
      icon: Monitor,
      action: { kind: 'theme', theme: THEMES.system },
      hidden: true,
    },
  ];
}

/**
 * Returns commands with words that begin with the text, matches by name first. Without a text, all commands but the
 * hidden ones.
 */
export function commandsFor(commands: readonly Command[], searchText: string): Command[] {
  if (searchText === '') return commands.filter(({ hidden }) => !hidden);
  const byName = bestFirst(commands, ({ label }) => label, searchText, {
    atLeast: MATCH.wordPrefix,
    limit: commands.length,
  });
  const byOtherWords = bestFirst(commands, ({ label, also = '' }) => `${label} ${also}`, searchText, {
    atLeast: MATCH.wordPrefix,
    limit: commands.length,
  });
  return [...new Set([...byName, ...byOtherWords])];
}
