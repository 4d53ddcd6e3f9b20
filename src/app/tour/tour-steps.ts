import type { QueryClient } from '@tanstack/react-query';
import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';
import { roadmapQueries } from '#src/features/roadmap/queries.ts';
import { ROADMAP_TABS, type RoadmapTabPath } from '#src/features/roadmap/tabs.ts';

/** A step of the guided tour. Its text is part of the app, never something that a person typed. */
export interface TourStep {
  title: string;
  text: string;
  /**
   * The selector of the element that the step explains; without one, the step is in the middle of the screen.
   */
  target?: string;
  /** The path of the step's page; without one, the step can be on any page. */
  path?: string;
}

/** Returns the link of a page in the side menu; the extension's links begin with a hash. */
const menuLink = (path: string) =>
  `aside nav a:is([href="${path}"], [href="#${path}"], [href^="${path}?"], [href^="#${path}?"])`;

/** What each tab of the roadmap shows (ROAD-012). */
const ROADMAP_TEXTS: Readonly<Record<RoadmapTabPath, string>> = {
  'academics/': 'Your classes with target and actual grades, and your GPA.',
  'standardized_tests/': 'Your SAT, ACT, AP and other scores.',
  'activities/': 'What you do outside of class, year by year.',
  'colleges/': 'Your reach, target and safety schools, with published figures.',
  'preferences/': 'Your school, graduation year and majors.',
};

/** Returns the steps about a student's roadmap: its tabs, or only its link in the menu when there is none yet. */
function roadmapSteps(roadmap: { permissions: readonly string[] } | null): TourStep[] {
  if (roadmap === null) {
    return [
      {
        title: 'Roadmap',
        text: 'Your classes, scores, activities and colleges, once you have a roadmap.',
        target: menuLink(paths.roadmap()),
      },
    ];
  }
  return ROADMAP_TABS.filter((tab) => !('needs' in tab) || roadmap.permissions.includes(tab.needs)).map(
    ({ id, label, path }) => ({
      title: `Roadmap: ${label}`,
      text: ROADMAP_TEXTS[path],
      target: `#${id}`,
      path: paths.roadmap(),
    }),
  );
}

/** Loads what a person's tour depends on, and returns its steps. */
export async function loadTourSteps(client: QueryClient, me: Pick<Me, 'pk' | 'capabilities'>) {
  const roadmap = me.capabilities.includes('own_roadmap')
    ? await client.fetchQuery(roadmapQueries.of(me.pk)).catch(() => null)
    : null;
  return tourSteps(me, roadmap);
}

/**
 * Returns the steps of a person's tour, in order. Steps whose element is not on the screen are left out later.
 * @param roadmap the person's own roadmap
 */
export function tourSteps(
  { pk, capabilities }: Pick<Me, 'pk' | 'capabilities'>,
  roadmap: { permissions: readonly string[] } | null,
): TourStep[] {
  const writesNotes = capabilities.includes('write_notes');
  return [
    {
      title: 'Welcome to GoPath',
      text: 'This tour shows the main pages in about a minute. Use the arrow keys or the buttons, and Esc to leave.',
    },
    {
      title: 'Menu',
      text: 'All pages of GoPath, your task lists and the people you pinned.',
      target: 'header button[aria-label="Open menu"]',
    },
    {
      title: 'Dashboard',
      text: 'What needs your attention today: meetings, tasks and new notes.',
      target: menuLink(paths.home),
    },
    {
      title: 'Learning Center',
      text: 'Short articles about every step on the way to college.',
      target: menuLink(paths.learningCenter),
    },
    ...(capabilities.includes('list_students')
      ? [
          {
            title: 'Students',
            text: 'Open a student to see their roadmap, tasks and notes in one place.',
            target: menuLink(paths.students),
          },
        ]
      : []),
    ...(capabilities.includes('own_essays')
      ? [
          {
            title: 'Essays',
            text: 'Write your college essays here. Every word is saved, and mentors can comment.',
            target: menuLink(paths.essays(pk)),
          },
        ]
      : []),
    {
      title: 'Notes',
      text: writesNotes
        ? 'Write notes for yourself, and send meeting notes to students, parents and mentors.'
        : 'The meeting notes that mentors send you.',
      target: menuLink(paths.notes),
    },
    {
      title: 'Tasks',
      text: 'To-do lists with due dates and points. Press Q on any page to add a task.',
      target: menuLink(paths.tasks),
    },
    ...(capabilities.includes('own_roadmap') ? roadmapSteps(roadmap) : []),
    {
      title: 'Search',
      text: 'Find tasks, notes, people and pages. Press / on any page to open it.',
      target: 'header button[aria-haspopup="dialog"]',
    },
    {
      title: 'Your account',
      text: 'Settings, theme, and this tour again. You can also press ? for help.',
      target: 'header button[aria-label^="Your account"]',
    },
  ];
}
