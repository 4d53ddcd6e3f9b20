import { toGlobalId } from '#shared/kernel/ids.ts';
import type { TestClient } from '#tests/helpers/server/test-client.ts';
import { RELATED, STUDENT, type Rule } from './rules.ts';

/** The rows of the matrix about interactions. Each entry also follows the rule of its list or note. */
export const INTERACTION_RULES: readonly Rule[] = [
  { object: 'interaction', action: 'list those of the student', cells: RELATED, others: 'hidden' },
  { object: 'interaction', action: 'see that of a shared task', cells: RELATED, others: 'empty' },
  {
    object: 'interaction',
    action: 'see that of a private task',
    cells: STUDENT,
    others: 'empty',
  },
  { object: 'interaction', action: 'see that of a sent meeting note', cells: RELATED, others: 'empty' },
];

interface Scene {
  users: { student: { pk: number } };
  sent: { title: string };
  tasks: { task: { name: string }; privateTask: { name: string } };
}

const LIST = `query ($student: ID) {
  allInteractions(first: 50, orderBy: "-createdAt", student: $student) {
    edges { node { id ... on TaskActivityInteraction { task { name } } ... on MeetingNoteInteraction { meetingNote { title } } } } } }`;

function see(nameOf: (scene: Scene) => string) {
  return async (client: TestClient, scene: Scene) => {
    const { data, errors } = await client.graphql(LIST);
    const found = JSON.stringify(data ?? null).includes(`"${nameOf(scene)}"`);
    return { code: errors?.[0]?.extensions?.code, found };
  };
}

/** How to attempt each of {@link INTERACTION_RULES}. */
export const INTERACTION_ATTEMPTS: Record<
  string,
  (client: TestClient, scene: Scene) => Promise<{ code: string | undefined; found: boolean }>
> = {
  'interaction: list those of the student': async (client, { users }) => {
    const { errors } = await client.graphql(LIST, { student: toGlobalId('User', users.student.pk) });
    return { code: errors?.[0]?.extensions?.code, found: true };
  },
  'interaction: see that of a shared task': see(({ tasks }) => tasks.task.name),
  'interaction: see that of a private task': see(({ tasks }) => tasks.privateTask.name),
  'interaction: see that of a sent meeting note': see(({ sent }) => sent.title),
};
