import { browser } from 'wxt/browser';
import { paths } from '#shared/kernel/paths.ts';
import { notesTitled, normalizeSearch } from '#shared/search/rules.ts';
import type { Me } from '#shared/users/responses.ts';
import { AllNotesDocument, type AllNotesQuery } from '#src/transport/generated/notes/graphql.ts';
import { SearchTasksDocument, type SearchTasksQuery } from '#src/transport/generated/tasks/graphql.ts';
import { MyStudentsDocument, type MyStudentsQuery } from '#src/transport/generated/users/graphql.ts';
import { forwardGraphQL, forwardRest } from './gateway.ts';
import { type Found, MAX_PER_KIND, omniboxLines } from './omnibox-lines.ts';
import { openAppPage } from './open-app-page.ts';

async function query<Result>(
  document: { toString(): string },
  variables: Record<string, unknown>,
): Promise<Result> {
  return (await forwardGraphQL({ id: crypto.randomUUID(), query: document.toString(), variables })) as Result;
}

async function findMatches(text: string): Promise<Found> {
  const [me, { searchTasks: tasks }, { myStudents: students }, { allNotes }] = await Promise.all([
    forwardRest({ id: crypto.randomUUID(), endpoint: 'me' }) as Promise<Me>,
    query<SearchTasksQuery>(SearchTasksDocument, { search: text }),
    query<MyStudentsQuery>(MyStudentsDocument, {}),
    query<AllNotesQuery>(AllNotesDocument, notesTitled(text, MAX_PER_KIND)),
  ]);
  return { viewerPk: me.pk, tasks, students, notes: allNotes.edges };
}

/**
 * Registers the keyword `gp` in the address bar, which finds tasks, students and notes, and nothing while signed out or
 * offline.
 */
export function registerOmnibox() {
  void browser.omnibox.setDefaultSuggestion({ description: 'Find a task, student or note in GoPath' });
  browser.omnibox.onInputChanged.addListener((text, suggest) => {
    const search = normalizeSearch(text);
    if (search === '') return;
    void findMatches(search).then(
      (found) => suggest(omniboxLines(search, found, import.meta.env.FIREFOX ? 'text' : 'xml')),
      () => suggest([]),
    );
  });
  browser.omnibox.onInputEntered.addListener((content) => {
    // A chosen line is a path; other text becomes a search of the notes.
    const path = content.startsWith('/') ? content : `${paths.notes}?q=${encodeURIComponent(content)}`;
    void openAppPage(path);
  });
}
