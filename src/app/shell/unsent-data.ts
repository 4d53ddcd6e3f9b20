/** What a person wrote that lies on this device alone: it goes with a sign-out that they asked for, after a warning. */
import type { Me } from '#shared/users/responses.ts';
import { countOutbox, forgetOutbox, readOutbox } from '#src/features/tasks/outbox.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { forgetDrafts } from '#src/lib/drafts/open-writers.ts';
import { countAllReports, deleteReports, readReports } from '#src/transport/report-outbox.ts';

type Person = Pick<Me, 'pk' | 'id'>;

/** How many there are of each, and what they begin with. */
export interface Unsent {
  drafts: number;
  reports: number;
  /** What was done to tasks without a network. */
  tasks: number;
  names: string[];
}
type Counts = Omit<Unsent, 'names'>;

function count(number: number, one: string, many: string): string[] {
  return number === 0 ? [] : [number === 1 ? `1 ${one}` : `${number} ${many}`];
}

const list = new Intl.ListFormat('en-US');

/** Such as '1 draft and 2 bug reports'; empty when there is nothing. */
export function unsentWords({ drafts, reports, tasks }: Counts): string {
  return list.format([
    ...count(drafts, 'draft', 'drafts'),
    ...count(reports, 'bug report', 'bug reports'),
    ...count(tasks, 'change of a task', 'changes of tasks'),
  ]);
}

/** What of a person's is only here. Where this device cannot be read, nothing can be lost either. */
export async function readUnsent({ pk, id }: Person): Promise<Unsent> {
  const [drafts, reports, tasks] = await Promise.all([
    draftStore.of(String(pk)).catch(() => []),
    readReports(id).catch(() => []),
    readOutbox(pk).catch(() => []),
  ]);
  return {
    drafts: drafts.length,
    reports: reports.length,
    tasks: tasks.length,
    names: [
      ...drafts.map(({ title }) => title || 'Without a name'),
      ...reports.map(({ body }) => `Bug report: ${body}`),
      ...tasks.map((entry) => (entry.kind === 'create' ? `Task: ${entry.input.name}` : 'A completed task')),
    ],
  };
}

/** Deletes it, and sees to it that no open editor writes it again. */
export async function forgetUnsent({ pk, id }: Person): Promise<void> {
  await Promise.all([forgetDrafts(String(pk)), deleteReports(id), forgetOutbox(pk)]);
}

/** Whoever's it is: persons are numbered by their server, so another server's people must not find it. */
export async function countAllUnsent(): Promise<Counts> {
  const [drafts, reports, tasks] = await Promise.all([
    draftStore.countAll(),
    countAllReports(),
    countOutbox(),
  ]);
  return { drafts, reports, tasks };
}

export async function forgetAllUnsent(): Promise<void> {
  await Promise.all([draftStore.clear(), deleteReports(), forgetOutbox()]);
}
