import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { use } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { notFound } from '#shared/kernel/errors.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport, type Transport } from '#src/transport/transport.ts';
import { dismissSnackbar, snackbarStore } from '#src/ui/feedback/snackbar.ts';
import { type Roadmap, roadmapKeys } from '../queries.ts';
import type { EntryDraft } from '../unsaved/entry-changes.ts';
import { scoreDraftSubject } from '../unsaved/score-drafts.ts';
import { RoadmapChangesContext } from '../unsaved/useEntryChanges.ts';
import { RoadmapPage } from './RoadmapPage.tsx';

const roadmapOf = (id: string): Roadmap => ({
  id,
  userPk: 5,
  userFullName: 'Maya',
  year: 'FR',
  graduationYear: 2030,
  permissions: ['change_roadmap'],
  version: 1,
  attending: null,
  school: null,
  majors: [],
  classes: [],
  satScores: [{ id: 'sat' }] as Roadmap['satScores'],
  actScores: [],
  examScores: [],
  activities: [],
  colleges: [],
});

/** Changes a class of the shown roadmap. */
function ClassEditor() {
  const changes = use(RoadmapChangesContext);
  const entry = { id: 'class', name: 'English', version: 1, points: 1 };
  return <button onClick={() => changes?.of('class', entry).change({ points: 2 })}>Change</button>;
}

afterEach(async () => {
  for (const { id } of snackbarStore.read()) dismissSnackbar(id);
  await draftStore.clear();
});

function pageOf(id: string, client = createQueryClient()) {
  return (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <RoadmapPage
          roadmap={roadmapOf(id)}
          base="/"
          current="academics/"
          isOwn={false}
          owner="7"
          visibility={null}
        >
          <ClassEditor />
        </RoadmapPage>
      </MemoryRouter>
    </QueryClientProvider>
  );
}

it('stores unsaved changes under the shown roadmap after it replaced another one', async () => {
  const { rerender } = render(pageOf('first'));
  rerender(pageOf('second'));
  fireEvent.click(screen.getByText('Change'));
  await waitFor(async () =>
    expect((await draftStore.of('7')).map(({ subject }) => subject)).toEqual(['roadmap:second']),
  );
});

it('reloads the roadmap when someone else deleted the changed entry', async () => {
  provideTransport({ graphql: () => Promise.reject(notFound()) } as unknown as Transport);
  const client = createQueryClient();
  client.setQueryData(roadmapKeys.of(5), roadmapOf('first'));
  render(pageOf('first', client));
  fireEvent.click(screen.getByText('Change'));
  await waitFor(() => expect(client.getQueryState(roadmapKeys.of(5))?.isInvalidated).toBe(true));
});

const draftOf = (fields: EntryDraft['fields']): EntryDraft => ({
  id: 'draft',
  owner: '7',
  subject: 'roadmap:first',
  title: 'Stanford University',
  changedAt: 1,
  kind: 'college',
  entryId: 'deleted',
  fields,
  version: 1,
});

const offers = () => snackbarStore.read().filter(({ action }) => action?.label === 'Copy text');

it('offers the unsaved text about an entry that someone else deleted, and keeps it until it is copied', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await draftStore.put(draftOf({ body: 'Ask about aid', visited: true }), 'relaxed');
  render(pageOf('first'));
  const text = 'Stanford University was deleted. Your text about it was not saved.';
  await waitFor(() => expect(offers()).toMatchObject([{ text }]));
  expect(await draftStore.of('7')).toHaveLength(1);
  offers()[0]?.action?.onSelect();
  await waitFor(async () => expect(await draftStore.of('7')).toEqual([]));
  expect(writeText).toHaveBeenCalledWith('Ask about aid');
});

it('deletes a draft without text about an entry that someone else deleted', async () => {
  await draftStore.put(draftOf({ visited: true }), 'relaxed');
  render(pageOf('first'));
  await waitFor(async () => expect(await draftStore.of('7')).toEqual([]));
  expect(offers()).toEqual([]);
});

it('deletes the draft of a score that someone else deleted, and no other', async () => {
  const kept = [
    scoreDraftSubject('first', 'sat'),
    scoreDraftSubject('second', 'deleted'),
    'new-score:first:SAT',
  ];
  const subjects = [...kept, scoreDraftSubject('first', 'deleted')];
  const about = (subject: string) => ({ id: subject, owner: '7', subject, title: 'Score', changedAt: 1 });
  await Promise.all(subjects.map((subject) => draftStore.put(about(subject), 'relaxed')));
  render(pageOf('first'));
  const stored = async () => (await draftStore.of('7')).map(({ subject }) => subject);
  await waitFor(async () => expect((await stored()).toSorted()).toEqual(kept.toSorted()));
});
