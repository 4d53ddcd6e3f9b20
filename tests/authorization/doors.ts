/**
 * Which thing of the matrix each field of the GraphQL schema and each REST route opens. A field or route that is not
 * here fails the tests: who may use it was not thought about. A feature adds its own lines.
 */

/** The thing in `matrix.ts` that each field shows or does, by type. */
export const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Query: {
    note: 'note',
    allNotes: 'note',
    meetingNoteRecipients: 'unsent meeting note',
    bookedMeeting: 'booked meeting',
    bookedMeetings: 'booked meeting',
    nextMeeting: 'booked meeting',
    me: 'own profile',
    myStudents: 'own students',
    pinnedStudents: 'pin',
    allTaskLists: 'list',
    moveAllTaskLists: 'list',
    allUpcomingTasks: 'task',
    completedTasks: 'task',
    searchTasks: 'task',
    task: 'task',
    taskActivities: 'task',
  },
  Mutation: {
    createNote: 'note',
    updateNote: 'note',
    deleteNotes: 'note',
    sendMeetingNote: 'unsent meeting note',
    createTask: 'task',
    updateTask: 'task',
    reorderTask: 'task',
  },
  Note: every(
    'note',
    'id pk title body htmlBody version createdAt updatedAt user student mentor isMeetingNote meetingNote permissions',
  ),
  MeetingNote: {
    ...every('note', 'id sent sentAt notePtr permissions'),
    simplybookmeeting: 'booked meeting',
  },
  MeetingNoteRecipient: every('unsent meeting note', 'kind user'),
  BookedMeeting: {
    ...every('booked meeting', 'id name simplybookId meetId startsAt endsAt provider client permissions'),
    meetingNote: 'unsent meeting note',
  },
  // Name and number: shown with every thing that somebody may see.
  User: every('own profile', 'id pk fullName'),
  PinnedStudent: every('pin', 'id pk fullName nextTask'),
  Task: every(
    'task',
    `id pk name body htmlBody dueAt completed completedAt points recurrence parent children containingList createdByPk
    userPk permissions sourceNote taskactivitySet version`,
  ),
  TaskReference: every('task', 'id pk name'),
  TaskActivity: every(
    'task',
    `id action createdAt createdByFullName task oldName newName oldPoints newPoints oldDueAt newDueAt
    oldContainingList newContainingList`,
  ),
  TaskList: every('list', 'id pk name slug color private favorites permissions tasks userId userFullName'),
  ContainingList: every('list', 'id pk name slug'),
};

/** Types that only hold the answers of the fields above. */
export const SHAPES = /^PageInfo$|(Connection|Edge|Payload)$/;

/** Routes by method and path. `public` needs no sign-in, `by token` the secret in the address itself. */
export const ROUTES: Readonly<Record<string, string>> = {
  'GET /graphql': 'note',
  'POST /graphql': 'note',
  'GET /api/me/': 'own profile',
  'PUT /api/me/change_theme/': 'own profile',
  'POST /api/toggle_user_pin/:pk/': 'pin',
  'GET /api/session/config/': 'public',
  'POST /api/session/': 'session',
  'DELETE /api/session/': 'session',
  'POST /api/session/refresh/': 'session',
  'POST /api/session/revoke/': 'session',
  'POST /api/session/password_reset/': 'session',
  'GET /api/lists/': 'list',
  'POST /api/lists/': 'list',
  'PUT /api/lists/:key/': 'list',
  'DELETE /api/lists/:key/': 'list',
  'POST /api/lists/:key/template/': 'list',
  'GET /api/users/:key/lists/': 'list',
  'GET /api/me/favorites/': 'list',
  'POST /api/me/favorites/': 'list',
  'DELETE /api/me/favorites/:key/': 'list',
  'GET /api/list_templates/': 'list',
  'DELETE /api/list_templates/:key/': 'list',
  'POST /api/add_templated_list/': 'list',
  'DELETE /api/tasks/:key/': 'task',
  'POST /api/tasks/:key/restore/': 'task',
  'GET /api/alerts/': 'alerts',
  'POST /api/alerts/read_all/': 'alerts',
  'POST /api/alerts/:pk/read/': 'alerts',
  'POST /api/alerts/:pk/snooze/': 'alerts',
  'GET /api/alert_settings/': 'alerts',
  'PUT /api/alert_settings/': 'alerts',
  'GET /api/alerts/unsubscribe/:token/:list/': 'by token',
  'POST /api/alerts/unsubscribe/:token/:list/': 'by token',
  'GET /api/calendar_feed/': 'calendar feed',
  'POST /api/calendar_feed/': 'calendar feed',
  'PUT /api/calendar_feed/': 'calendar feed',
  'DELETE /api/calendar_feed/': 'calendar feed',
  'GET /calendar/:file': 'by token',
  'GET /healthz': 'public',
  'GET /readyz': 'public',
};

/** Doors before anybody is signed in (the identity provider's pages), and those of development. */
export const OUTSIDE = /^\w+ (\/oidc\/|\/dev\/|\*|\/$)/;

function every(thing: string, fields: string): Record<string, string> {
  return Object.fromEntries(fields.split(/\s+/).map((field) => [field, thing]));
}
