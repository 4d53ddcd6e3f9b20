import { randomUUID } from 'node:crypto';
import type { TestClient } from '#tests/helpers/server/test-client.ts';
import { richText } from '#tests/factories/notes.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import type { Role } from '#shared/kernel/roles.ts';
import type { MATRIX } from './matrix.ts';
import type { Cell } from './rules.ts';
import { ESSAY_ATTEMPTS } from './essays.ts';
import { INTERACTION_ATTEMPTS } from './interactions.ts';
import { LEARNING_ATTEMPTS } from './learning.ts';
import { ROADMAP_ATTEMPTS } from './roadmap.ts';
import type { Scene } from './scene.ts';
import { TASK_ATTEMPTS } from './tasks.ts';

type Attempt = (client: TestClient, scene: Scene) => Promise<Cell>;

const CELLS: Readonly<Record<string, Cell>> = {
  NOT_FOUND: 'hidden',
  FORBIDDEN: 'refused',
  UNAUTHENTICATED: 'signed out',
};

function byCode(code: string | undefined): Cell {
  const cell = CELLS[code ?? ''];
  if (cell === undefined) throw new Error(`Neither allowed nor denied: ${code ?? 'no code'}`);
  return cell;
}

/**
 * Returns an attempt that sends a GraphQL request.
 * @param found whether the response contains the object
 */
function graphql(
  query: string,
  variables: (scene: Scene) => object = () => ({}),
  found: (data: Record<string, any>, scene: Scene) => boolean = () => true,
): Attempt {
  return async (client, scene) => {
    const { data, errors } = await client.graphql(query, variables(scene));
    if (errors !== undefined || data === null || data === undefined)
      return byCode(errors?.[0]?.extensions?.code);
    return found(data, scene) ? 'allow' : 'empty';
  };
}

/**
 * Returns an attempt that sends a REST request.
 * @param found whether the response contains the object
 */
function rest(
  method: string,
  path: (scene: Scene) => string,
  body?: unknown,
  found: (body: any, scene: Scene) => boolean = () => true,
): Attempt {
  return async (client, scene) => {
    const answer = await client.rest(method, path(scene), body);
    if (answer.status >= 300) return byCode(answer.body.code);
    return found(answer.body, scene) ? 'allow' : 'empty';
  };
}

/** Runs an attempt while the student keeps parents out of meetings. */
const withoutParents =
  (attempt: Attempt): Attempt =>
  async (client, scene) => {
    await scene.keepParentsOut(true);
    const cell = await attempt(client, scene);
    await scene.keepParentsOut(false);
    return cell;
  };

const relation = (mutation: 'assignUser' | 'removeUser', input: (scene: Scene) => object) =>
  graphql(
    `mutation ($input: ${mutation === 'assignUser' ? 'AssignUserInput' : 'RemoveUserInput'}!) {
      ${mutation}(input: $input) { role } }`,
    (scene) => ({ input: input(scene) }),
  );

type ThreeNotes = 'note' | 'unsent' | 'sent';
const read = (which: ThreeNotes) =>
  graphql('query ($id: ID!) { note(id: $id) { title body } }', (scene) => ({ id: scene[which].id }));
const list = (which: ThreeNotes) =>
  graphql(
    '{ allNotes(first: 500, includeOthers: true) { edges { node { id } } } }',
    () => ({}),
    ({ allNotes }, scene) =>
      allNotes.edges.some((edge: { node: { id: string } }) => edge.node.id === scene[which].id),
  );
const change = (which: ThreeNotes) =>
  graphql('mutation ($input: UpdateNoteInput!) { updateNote(input: $input) { note { id } } }', (scene) => ({
    input: { id: scene[which].id, title: 'Changed', body: JSON.stringify(richText('Changed')) },
  }));
const remove = (which: ThreeNotes): Attempt => {
  const attempt = graphql(
    'mutation ($ids: [ID!]!) { deleteNotes(input: { ids: $ids }) { deletedNotesIds } }',
    (scene) => ({ ids: [scene[which].id] }),
    ({ deleteNotes }) => deleteNotes.deletedNotesIds.length === 1,
  );
  return async (client, scene) => {
    const cell = await attempt(client, scene);
    return cell === 'empty' ? 'refused' : cell;
  };
};
const recipients = (which: ThreeNotes) =>
  graphql('query ($id: ID!) { meetingNoteRecipients(meetingNoteId: $id) { kind } }', (scene) => ({
    id: scene[which].meetingNoteId,
  }));
const send = (which: ThreeNotes) =>
  graphql(
    'mutation ($id: ID!) { sendMeetingNote(input: { meetingNoteId: $id }) { clientMutationId } }',
    (scene) => ({
      id: scene[which].meetingNoteId,
    }),
  );
const create = (input: (scene: Scene) => object) =>
  graphql('mutation ($input: CreateNoteInput!) { createNote(input: $input) { note { id } } }', (scene) => ({
    input: { title: 'New', body: JSON.stringify(richText('New')), ...input(scene) },
  }));

const inviteAs = (role: Role) =>
  graphql('mutation ($input: CreateUserInput!) { createUser(input: $input) { user { cursor } } }', () => ({
    input: { firstName: 'New', lastName: 'Person', email: `${randomUUID()}@gopath.example`, role },
  }));

/** The attempts of roadmaps. An empty list counts as `empty`, and a validation error as `allow`. */
const roadmapAttempts = Object.fromEntries(
  Object.entries(ROADMAP_ATTEMPTS).map(([name, attempt]): [string, Attempt] => [
    name,
    async (client, scene) => {
      const { data, errors } = await attempt(client, scene);
      const code = errors?.[0]?.extensions?.code;
      if (code === 'INVALID_INPUT' || code === 'CONFLICT') return 'allow';
      if (errors !== undefined) return byCode(code);
      const found = data as Record<string, any> | undefined;
      const isEmpty =
        found?.['multipleSprs']?.length === 0 ||
        found?.['openReviewRequests']?.length === 0 ||
        found?.['requestForStudentProfileRatingReviewEnabled'] === false ||
        found?.['allStudents']?.edges.every(
          (edge: { node: { pk: number } }) => edge.node.pk !== scene.users.student.pk,
        ) === true;
      return isEmpty ? 'empty' : 'allow';
    },
  ]),
) as Record<keyof typeof ROADMAP_ATTEMPTS, Attempt>;

/** The attempts of lists, tasks, interactions and essays. */
export const taskAttempts = Object.fromEntries(
  Object.entries({ ...TASK_ATTEMPTS, ...INTERACTION_ATTEMPTS, ...ESSAY_ATTEMPTS, ...LEARNING_ATTEMPTS }).map(
    ([name, attempt]): [string, Attempt] => [
      name,
      async (client, scene) => {
        const { code, found } = await attempt(client, scene);
        if (code !== undefined) return byCode(code);
        return found ? 'allow' : 'empty';
      },
    ],
  ),
);

type RuleName = (typeof MATRIX)[number] extends infer Each
  ? Each extends { object: infer Thing extends string; action: infer Action extends string }
    ? `${Thing}: ${Action}`
    : never
  : never;

/** How to attempt each action of the matrix over HTTP. A rule without an attempt does not compile. */
export const ATTEMPTS: Record<RuleName, Attempt> = {
  ...roadmapAttempts,
  'note: create': create(() => ({})),
  'note: create about the student': create(({ users }) => ({
    studentId: toGlobalId('User', users.student.pk),
  })),
  'note: read': read('note'),
  'note: list': list('note'),
  'note: change': change('note'),
  'note: delete': remove('note'),
  'unsent meeting note: read': read('unsent'),
  'unsent meeting note: list': list('unsent'),
  'unsent meeting note: change': change('unsent'),
  'unsent meeting note: delete': remove('unsent'),
  'unsent meeting note: see who would receive it': recipients('unsent'),
  'unsent meeting note: send': send('unsent'),
  'sent meeting note: read': read('sent'),
  'sent meeting note: list': list('sent'),
  'sent meeting note: change': change('sent'),
  'sent meeting note: delete': remove('sent'),
  'sent meeting note: send again': send('sent'),
  'sent meeting note: see who received it': recipients('sent'),
  'booked meeting: read': graphql(
    'query ($id: ID!) { bookedMeeting(id: $id) { meetId } }',
    ({ meeting }) => ({
      id: meeting.id,
    }),
  ),
  'booked meeting: list': graphql(
    '{ bookedMeetings(first: 50) { edges { node { id } } } }',
    () => ({}),
    ({ bookedMeetings }) => bookedMeetings.edges.length > 0,
  ),
  'booked meeting: come next': graphql(
    '{ nextMeeting { id } }',
    () => ({}),
    ({ nextMeeting }) => nextMeeting !== null,
  ),
  'booked meeting: write its note': create(({ meeting }) => ({ simplybookId: meeting.simplybookId })),
  'meeting room: open': rest('GET', ({ meeting }) => `/api/meeting_rooms/${meeting.meetId}/`),
  'meeting room: join': rest('POST', ({ meeting }) => `/api/meeting_rooms/${meeting.meetId}/seats/`),
  'meeting room: open while the student keeps parents out': withoutParents(
    rest('GET', ({ meeting }) => `/api/meeting_rooms/${meeting.meetId}/`),
  ),
  'meeting room: join while the student keeps parents out': withoutParents(
    rest('POST', ({ meeting }) => `/api/meeting_rooms/${meeting.meetId}/seats/`),
  ),
  'parents in meetings: see the choice': graphql(
    '{ keepsParentsOut }',
    () => ({}),
    ({ keepsParentsOut }) => keepsParentsOut !== null,
  ),
  'parents in meetings: choose': graphql(
    'mutation { keepParentsOut(input: { keepOut: true }) { keepsParentsOut } }',
  ),
  'pin: toggle the student': rest('POST', ({ users }) => `/api/toggle_user_pin/${users.student.pk}/`),
  'person: see the student': rest('GET', ({ users }) => `/api/users/${users.student.pk}/`),
  'person: see a mentor of the student': rest('GET', ({ users }) => `/api/users/${users.author.pk}/`),
  'person: see a parent of the student': rest('GET', ({ users }) => `/api/users/${users.parent.pk}/`),
  'person: see who belongs to the student': rest(
    'GET',
    ({ users }) => `/api/users/${users.student.pk}/`,
    undefined,
    ({ parents, mentors }: { parents: unknown[]; mentors: unknown[] }) =>
      parents.length === 1 && mentors.length === 2,
  ),
  "contact data: see the student's": rest(
    'GET',
    ({ users }) => `/api/users/${users.student.pk}/`,
    undefined,
    (person: Record<string, unknown>) =>
      [person['email'], person['phone'], person['tracker_link']].every((value) => value !== null),
  ),
  "contact data: change the student's phone number": rest(
    'POST',
    ({ users }) => `/api/users/update_phone_number/${users.student.pk}/`,
    { phone_number: '4155550132' },
  ),
  "contact data: change the student's birthday": rest(
    'POST',
    ({ users }) => `/api/users/update_birthday/${users.student.pk}/`,
    { birthday: '2009-05-31' },
  ),
  "contact data: change the student's tracker link": rest(
    'POST',
    ({ users }) => `/api/users/update_tracker_link/${users.student.pk}/`,
    { tracker_link: 'https://tracker.example/maya' },
  ),
  "contact data: change a mentor's phone number": rest(
    'POST',
    ({ users }) => `/api/users/update_phone_number/${users.author.pk}/`,
    { phone_number: '4155550132' },
  ),
  'relation: assign a mentor to the student': relation('assignUser', ({ users }) => ({
    userPk: users.student.pk,
    targetUserPk: users.unrelatedMentor.pk,
    role: 'mentor',
  })),
  'relation: assign the student to a mentor': relation('assignUser', ({ users }) => ({
    userPk: users.unrelatedMentor.pk,
    targetUserPk: users.student.pk,
    role: 'student',
  })),
  'relation: remove a parent of the student': relation('removeUser', ({ users }) => ({
    userPk: users.student.pk,
    targetUserPk: users.parent.pk,
    role: 'parent',
  })),
  'account state: disable the student': rest(
    'POST',
    ({ users }) => `/api/users/change_state/${users.student.pk}/`,
    { action: 'disable' },
  ),
  'account state: send the student a password reset': rest(
    'POST',
    ({ users }) => `/api/users/send_password_reset/${users.student.pk}/`,
  ),
  'user search: find the student': rest(
    'GET',
    ({ users }) => `/api/users/search/?query=${encodeURIComponent(users.student.fullName)}`,
    undefined,
    (found: { pk: number }[], { users }) => found.some(({ pk }) => pk === users.student.pk),
  ),
  'dashboard: see the student': graphql(
    '{ dashboardState { people { user { pk } } students { pk } } }',
    () => ({}),
    ({ dashboardState: { people, students } }, { users }) =>
      [...people.map(({ user }: { user: object }) => user), ...(students ?? [])].some(
        ({ pk }: { pk: number }) => pk === users.student.pk,
      ),
  ),
  'own students: list': graphql(
    '{ myStudents { pk } }',
    () => ({}),
    ({ myStudents }, { users }) => myStudents.some(({ pk }: { pk: number }) => pk === users.student.pk),
  ),
  'invitation: invite a parent': inviteAs('parent'),
  'invitation: invite a student': inviteAs('student'),
  'invitation: list own': graphql(
    '{ allInvitedUsers(first: 500) { edges { node { pk } } } }',
    () => ({}),
    ({ allInvitedUsers }) => allInvitedUsers.edges.length > 0,
  ),
  "invitation: send the student's again": graphql(
    'mutation ($id: ID!) { resendInvitation(input: { id: $id }) { invitedUser { pk } } }',
    ({ invitationId }) => ({ id: invitationId }),
  ),
  "invitation: revoke the student's": graphql(
    'mutation ($id: ID!) { revokeInvitation(input: { id: $id }) { revokedId } }',
    ({ invitationId }) => ({ id: invitationId }),
  ),
  'audit log: read': rest('GET', () => '/api/audit_log/'),
  'audit log: export': rest('GET', () => '/api/audit_log/export/'),
  'audit log: read own events': rest('GET', () => '/api/me/events/'),
  "personal data: see the student's export and deletion": rest(
    'GET',
    ({ users }) => `/api/users/${users.student.pk}/personal_data/`,
  ),
  "personal data: export the student's": rest(
    'POST',
    ({ users }) => `/api/users/${users.student.pk}/data_export/`,
  ),
  "personal data: delete the student's": rest(
    'POST',
    ({ users }) => `/api/users/${users.student.pk}/deletion/`,
  ),
  'membership: read': rest('GET', ({ users }) => `/api/memberships/${users.student.pk}/`),
  'membership: pay': rest('POST', ({ users }) => `/api/memberships/${users.student.pk}/checkout/`, {}),
  'membership: manage the payment': rest(
    'POST',
    ({ users }) => `/api/memberships/${users.student.pk}/portal/`,
  ),
  'connections: read': rest('GET', () => '/api/connections/'),
  'connections: sync': rest('POST', () => '/api/connections/simplybook/sync/'),
  'memberships: list': rest('GET', () => '/api/memberships/'),
  'memberships: export': rest('GET', () => '/api/memberships/export/'),
  'memberships: list the plans': rest('GET', () => '/api/membership_plans/'),
  'memberships: change a plan': rest('PUT', () => '/api/membership_plans/monthly/', {
    name: 'Monthly',
    price_cents: 9900,
    months: 1,
    meetings_per_month: -1,
    reviews_per_period: 1,
  }),
  'memberships: correct': rest('POST', ({ users }) => `/api/memberships/${users.student.pk}/corrections/`, {
    kind: 'meetings',
    amount: 1,
    note: 'Missed meeting',
  }),
  'own profile: read': rest('GET', () => '/api/me/'),
  'own profile: read over GraphQL': graphql('{ me { pk } }'),
  'own profile: change name and time zone': rest('PUT', () => '/api/me/profile/', {
    first_name: 'Maya',
    last_name: 'Okafor',
    time_zone: 'America/New_York',
  }),
  'own profile: choose a theme': rest('PUT', () => '/api/me/change_theme/', { theme: 2 }),
};
