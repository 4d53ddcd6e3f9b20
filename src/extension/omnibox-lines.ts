import { paths } from '#shared/kernel/paths.ts';
import { bestFirst } from '#shared/search/rules.ts';
import type { AllNotesQuery } from '#src/transport/generated/notes/graphql.ts';
import type { SearchTasksQuery } from '#src/transport/generated/tasks/graphql.ts';
import type { MyStudentsQuery } from '#src/transport/generated/users/graphql.ts';

/** The maximum number of lines of each kind; browsers show only a few in total. */
export const MAX_PER_KIND = 3;

/** One suggestion below the address bar. */
export interface OmniboxLine {
  /** The path of the page it opens. */
  content: string;
  description: string;
}

/** The results for a text. */
export interface Found {
  viewerPk: number;
  tasks: SearchTasksQuery['searchTasks'];
  students: MyStudentsQuery['myStudents'];
  notes: AllNotesQuery['allNotes']['edges'];
}

/** Chrome reads descriptions as XML, Firefox as plain text. */
export type DescriptionFormat = 'xml' | 'text';

/** Escapes text that people entered, and removes noncharacters, which Chrome's XML parser refuses. */
function escaped(text: string): string {
  return text.replace(/\p{NChar}/gu, '').replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns the lines for the results: tasks, students by name, then notes. Tasks and notes name their student. */
export function omniboxLines(
  text: string,
  { viewerPk, tasks, students, notes }: Found,
  format: DescriptionFormat,
): OmniboxLine[] {
  const escapeFor = format === 'xml' ? escaped : String;
  const context = (...parts: (string | undefined)[]) => {
    const text = parts.filter(Boolean).join(', ');
    if (text === '') return '';
    return format === 'xml' ? ` <dim>${escaped(text)}</dim>` : ` (${text})`;
  };
  const nameOf = (studentPk: number) => students.find(({ pk }) => pk === studentPk)?.fullName;
  return [
    ...tasks.slice(0, MAX_PER_KIND).map(({ pk, name, userPk, containingList }) => ({
      content: paths.taskFor(viewerPk, { pk, ownerPk: userPk, slug: containingList.slug }),
      description: `Task: ${escapeFor(name)}${context(nameOf(userPk), containingList.name)}`,
    })),
    ...bestFirst(students, ({ fullName }) => fullName, text, { limit: MAX_PER_KIND }).map(
      ({ pk, fullName }) => ({
        content: paths.user(pk),
        description: `Student: ${escapeFor(fullName)}`,
      }),
    ),
    ...notes.slice(0, MAX_PER_KIND).map(({ node: { pk, title, student } }) => ({
      content: paths.note(pk),
      description: `Note: ${escapeFor(title)}${context(student?.fullName)}`,
    })),
  ];
}
