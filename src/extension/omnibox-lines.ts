import { paths } from '#shared/kernel/paths.ts';
import { bestFirst } from '#shared/search/rules.ts';
import type { AllNotesQuery } from '#src/transport/generated/notes/graphql.ts';
import type { SearchTasksQuery } from '#src/transport/generated/tasks/graphql.ts';
import type { MyStudentsQuery } from '#src/transport/generated/users/graphql.ts';

/** The most lines a browser shows below the address bar, a few of each kind. */
export const MAX_OF_EACH = 3;

/** One line below the address bar, and where it leads. */
export interface OmniboxLine {
  /** A path of the app: what the address bar gives back when the line is chosen. */
  content: string;
  description: string;
}

/** What was found for a text. */
export interface Found {
  tasks: SearchTasksQuery['searchTasks'];
  students: MyStudentsQuery['myStudents'];
  notes: AllNotesQuery['allNotes']['edges'];
}

/** How a browser reads descriptions: as XML in Chrome, as they are in Firefox, which shows every sign of a tag. */
export type DescriptionFormat = 'xml' | 'text';

/** Names come from people. */
function escaped(text: string): string {
  return text.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The lines for what was found: tasks, then students by their name, then notes. */
export function omniboxLines(
  text: string,
  { tasks, students, notes }: Found,
  format: DescriptionFormat,
): OmniboxLine[] {
  const written = format === 'xml' ? escaped : String;
  const aside = (words: string) => (format === 'xml' ? `<dim>${escaped(words)}</dim>` : `(${words})`);
  return [
    ...tasks.slice(0, MAX_OF_EACH).map(({ pk, name, userPk, containingList }) => ({
      content: paths.userTask(userPk, containingList.slug, pk),
      description: `Task: ${written(name)} ${aside(containingList.name)}`,
    })),
    ...bestFirst(students, ({ fullName }) => fullName, text, { most: MAX_OF_EACH }).map(
      ({ pk, fullName }) => ({
        content: paths.user(pk),
        description: `Student: ${written(fullName)}`,
      }),
    ),
    ...notes.slice(0, MAX_OF_EACH).map(({ node: { pk, title } }) => ({
      content: paths.note(pk),
      description: `Note: ${written(title)}`,
    })),
  ];
}
