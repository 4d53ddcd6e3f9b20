import {
  Bug,
  CalendarPlus,
  Inbox,
  Keyboard,
  ListPlus,
  type LucideIcon,
  Monitor,
  Moon,
  NotebookPen,
  Plus,
  Sun,
} from 'lucide-react';
import { paths } from '#shared/kernel/paths.ts';
import { bestFirst, FIT } from '#shared/search/rules.ts';
import type { Me } from '#shared/users/responses.ts';
import { THEMES } from '#shared/users/themes.ts';
import { APP_SHORTCUTS } from '#src/lib/shortcuts.ts';
import { placesOf } from '../shell/nav-items.ts';

/** What a command does: leads somewhere (a form learns where it was opened), opens something, or chooses a theme. */
export type Deed =
  | { kind: 'go'; to: string; form?: true }
  | { kind: 'open'; what: 'task' | 'list' | 'shortcuts' | 'meetings' }
  | { kind: 'theme'; theme: number };

/** Something that the search offers besides what it finds. */
export interface Command {
  label: string;
  icon: LucideIcon;
  deed: Deed;
  /** Other words for it. */
  also?: string;
  shortcut?: string;
  /** Shown only when it is searched for. */
  hidden?: true;
}

type Person = Pick<Me, 'pk' | 'capabilities' | 'permissions'>;

/** Where the person can go. */
export function pagesFor(person: Person): Command[] {
  return [
    ...placesOf(person).map(({ label, to, icon }): Command => ({ label, icon, deed: { kind: 'go', to } })),
    { label: 'All alerts', icon: Inbox, also: 'news messages', deed: { kind: 'go', to: paths.alertFeed } },
  ];
}

/** What the person can do from everywhere. */
export function actionsFor({ capabilities }: Person): Command[] {
  const forMentors: Command[] = [
    {
      label: 'New note',
      icon: NotebookPen,
      also: 'create write add',
      deed: { kind: 'go', to: paths.newNote, form: true },
    },
    {
      label: 'New meeting note',
      icon: CalendarPlus,
      also: 'create write add',
      deed: { kind: 'open', what: 'meetings' },
    },
  ];
  return [
    ...(capabilities.includes('write_notes') ? forMentors : []),
    {
      label: 'Add a task',
      icon: Plus,
      also: 'new create to-do',
      shortcut: APP_SHORTCUTS.quickAdd,
      deed: { kind: 'open', what: 'task' },
    },
    {
      label: 'New list',
      icon: ListPlus,
      also: 'add create to-do tasks',
      deed: { kind: 'open', what: 'list' },
    },
    {
      label: 'Keyboard shortcuts',
      icon: Keyboard,
      also: 'help keys',
      shortcut: APP_SHORTCUTS.help,
      deed: { kind: 'open', what: 'shortcuts' },
      hidden: true,
    },
    {
      label: 'Report a bug',
      icon: Bug,
      also: 'help problem feedback',
      deed: { kind: 'go', to: paths.newBugReport, form: true },
      hidden: true,
    },
    { label: 'Light theme', icon: Sun, deed: { kind: 'theme', theme: THEMES.light }, hidden: true },
    { label: 'Dark theme', icon: Moon, deed: { kind: 'theme', theme: THEMES.dark }, hidden: true },
    {
      label: 'Use system theme',
      icon: Monitor,
      deed: { kind: 'theme', theme: THEMES.system },
      hidden: true,
    },
  ];
}

/** The commands that the words begin; all but the hidden ones without words. */
export function commandsFor(commands: readonly Command[], words: string): Command[] {
  if (words === '') return commands.filter(({ hidden }) => !hidden);
  const byName = bestFirst(commands, ({ label }) => label, words, {
    atLeast: FIT.wordsBegin,
    most: commands.length,
  });
  const byOtherWords = bestFirst(commands, ({ label, also = '' }) => `${label} ${also}`, words, {
    atLeast: FIT.wordsBegin,
    most: commands.length,
  });
  return [...new Set([...byName, ...byOtherWords])];
}
