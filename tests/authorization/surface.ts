import type { FastifyInstance } from 'fastify';

/**
 * Surface coverage: the row of the matrix for each field of the GraphQL schema and each REST route. A missing field or
 * route fails the tests, because its access rule is undecided. Each feature adds its own lines.
 */

/** The object in `matrix.ts` that each field reads or changes, by type. */
export const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Query: {
    allStudents: 'student',
    student: 'student',
    roadmap: 'roadmap',
    spr: 'rating',
    multipleSprs: 'rating',
    sprReviews: 'rating',
    requestForStudentProfileRatingReviewEnabled: 'review request',
    openReviewRequests: 'review request',
    allInstitutions: 'published facts',
    allSchools: 'published facts',
    allCipcodes: 'published facts',
    allExamCategories: 'published facts',
    note: 'note',
    allNotes: 'note',
    meetingNoteRecipients: 'unsent meeting note',
    bookedMeeting: 'booked meeting',
    bookedMeetings: 'booked meeting',
    nextMeeting: 'booked meeting',
    availability: 'availability',
    bookingPairs: 'booking',
    freeSlots: 'booking',
    meetingsRemaining: 'booking',
    seriesSlots: 'booking',
    me: 'own profile',
    dashboardState: 'dashboard',
    myStudents: 'own students',
    pinnedStudents: 'pin',
    allInteractions: 'interaction',
    whoCanSee: 'visibility',
    allTaskLists: 'list',
    moveAllTaskLists: 'list',
    allUpcomingTasks: 'task',
    completedTasks: 'task',
    searchTasks: 'task',
    tasksOfNote: 'task',
    task: 'task',
    taskActivities: 'task',
    studentEssays: 'essay',
    upcomingDeadlines: 'deadline',
    essay: 'essay',
    essayVersion: 'essay',
    allInvitedUsers: 'invitation',
    allBugReports: 'bug report',
    bugReport: 'bug report',
  },
  Mutation: {
    assignUser: 'relation',
    removeUser: 'relation',
    createUser: 'invitation',
    resendInvitation: 'invitation',
    revokeInvitation: 'invitation',
    createBugReport: 'bug report',
    toggleArchiveBugReport: 'bug report',
    createRoadmap: 'roadmap',
    updateRoadmap: 'roadmap',
    createSpr: 'rating',
    createSprReview: 'rating',
    createRequestForStudentProfileRatingReview: 'review request',
    createClassGrade: 'class',
    updateClassGrade: 'class',
    deleteClassGrade: 'class',
    createSatScore: 'exam score',
    createActScore: 'exam score',
    createCategoricalExamScore: 'exam score',
    updateSatScore: 'exam score',
    updateActScore: 'exam score',
    updateCategoricalExamScore: 'exam score',
    deleteExamScore: 'exam score',
    createActivity: 'activity',
    updateActivity: 'activity',
    reorderActivities: 'activity',
    deleteActivity: 'activity',
    createCollege: 'college',
    updateCollege: 'college',
    deleteCollege: 'college',
    saveAvailability: 'availability',
    bookMeetings: 'booking',
    rescheduleMeeting: 'booking',
    cancelMeeting: 'booking',
    createNote: 'note',
    updateNote: 'note',
    deleteNotes: 'note',
    sendMeetingNote: 'unsent meeting note',
    createEssay: 'essay',
    updateEssay: 'essay',
    changeEssayDetails: 'essay',
    shareEssay: 'essay',
    deleteEssay: 'essay',
    createEssayComment: 'essay',
    resolveEssayComment: 'essay',
    deleteEssayComment: 'essay',
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
    ...every(
      'booked meeting',
      `id name simplybookId meetId startsAt endsAt provider client permissions status sequence series
      providerTimeZone clientTimeZone cancelReason canceledBy`,
    ),
    meetingNote: 'unsent meeting note',
  },
  Availability: every(
    'availability',
    'timeZone minutes bufferMinutes noticeHours windowDays dailyLimit week overrides version',
  ),
  DayRange: every('availability', 'start end'),
  DayOverride: every('availability', 'day ranges'),
  BookingPair: every('booking', 'mentor student hasHours'),
  FreeSlots: every('booking', 'timeZone minutes slots'),
  SeriesSlot: every('booking', 'startsAt isFree'),
  // Name, pk and picture: shown with every object that a person can see.
  User: every('own profile', 'id pk fullName picture'),
  PinnedStudent: every('pin', 'id pk fullName nextTask picture'),
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
  TaskActivityInteraction: every(
    'interaction',
    `id createdAt student mentor createdBy action task oldName newName oldPoints newPoints oldDueAt newDueAt
    oldContainingList newContainingList`,
  ),
  InteractionTask: every('interaction', 'id pk name containingList'),
  MeetingNoteInteraction: every('interaction', 'id createdAt student mentor createdBy meetingNote'),
  MeetingInteraction: every('interaction', 'id createdAt student mentor createdBy meeting'),
  AttendedMeeting: every('interaction', 'id name minutes'),
  MeetingNoteReference: every('interaction', 'id noteId title'),
  Reader: every('visibility', 'user kind'),
  TaskList: every('list', 'id pk name slug color private favorites permissions tasks userId userFullName'),
  ClassGrade: every(
    'class',
    `actualGrades autocompleted id name points subjectRequirement targetGrades terms ucHonors version year`,
  ),
  SATScore: every('exam score', 'analysis erw id math reading score takenAt version writing'),
  ACTScore: every('exam score', 'english id mathematics reading science score takenAt version writing'),
  CategoricalExamScore: every('exam score', 'exam id score takenAt version'),
  Activity: every(
    'activity',
    `body category freshmanYear id juniorYear name seniorYear sophomoreYear version`,
  ),
  College: every(
    'college',
    `accepted admissionCategory applicationType body deadline deferred denied id institution name permissions requirements version visited waitlisted`,
  ),
  Roadmap: every(
    'roadmap',
    `activitySet actscoreSet attending categoricalexamscoreSet classgradeSet collegeSet graduationYear id majorinterestSet permissions satscoreSet school userFullName userPk version year`,
  ),
  MajorInterest: every('roadmap', 'cipcode4 id rank'),
  Student: every(
    'student',
    'firstName fullName id overview permissions picture pk roadmap studentprofilerating',
  ),
  StudentOverview: every('student', 'attention gpa lastInteraction nextMeetingAt'),
  AttentionReason: every('student', 'amount kind'),
  LastInteraction: every('interaction', 'createdAt interactionType mentor'),
  StudentRoadmap: every('student', 'year'),
  StudentRating: every('student', 'points'),
  StudentProfileRating: every(
    'rating',
    `academicPerformancePotential crossCulturalEngagement demonstratedConcernForOthers id leadership loveOfLearning
    formulaVersion originalityCreativity permissions persistence pk points targetPoints targetPointsComments
    userFullName userPk version`,
  ),
  StudentProfileRatingReview: every(
    'rating',
    `academicPerformancePotential createdAt crossCulturalEngagement demonstratedConcernForOthers formulaVersion id
    leadership loveOfLearning originalityCreativity persistence pk points reviewer targetPoints targetPointsComments`,
  ),
  RequestForStudentProfileRatingReview: every('review request', 'createdAt id pk student'),
  StudentProfileRatingCategory: every('rating', 'breadth comments depth rated total'),
  Institution: every(
    'published facts',
    `actcm25 actcm75 admRate city control costt4A dataYear iclevel id instnm insturl olderFigures satmt25 satmt75 satvr25 satvr75 stabbr tuitionfeeIn tuitionfeeOut ugds unitid zipCode`,
  ),
  OlderFigure: every('published facts', 'field year'),
  School: every('published facts', 'city courseSet id name state'),
  Course: every('published facts', 'id name subjectRequirement ucHonors'),
  Cipcode4: every('published facts', 'cipcode4 description id'),
  Exam: every('published facts', 'examCategory id name'),
  ExamCategory: every('published facts', 'datePrecision id maxScore minScore name step'),
  ExamGroup: every('published facts', 'category examSet id'),
  Deadline: every('deadline', 'kind pk title dueOn done student'),
  StudentEssays: every('essay', 'student permissions essays colleges'),
  Essay: every(
    'essay',
    `id pk title body version prompt wordLimit wordCount status college dueOn isShared openComments createdAt updatedAt
    student permissions comments versions`,
  ),
  EssayCollege: every('essay', 'id name'),
  EssayVersion: every('essay', 'pk title body wordCount savedAt author'),
  EssayComment: every('essay', 'id body quote before after createdAt resolvedAt author permissions'),
  InvitedUser: every(
    'invitation',
    'id pk firstName lastName email role activated state createdAt expiresAt userPk',
  ),
  City: every('bug report', 'city region countryName postalCode latitude longitude'),
  BugReport: every(
    'bug report',
    `id pk body page user createdAt archived browser userAgent commitHash ipAddress city locationState screenshot
    screenshotErased`,
  ),
  BugReporter: every('bug report', 'id pk fullName email role picture'),
  DashboardState: every(
    'dashboard',
    `people meetings notes unsentMeetings pinnedStudents students reviewRequests bugReports failedJobs invitations
    connections`,
  ),
  DashboardPerson: every('dashboard', 'user firstName tasks roadmap rating deadlines'),
  DashboardRoadmap: every('dashboard', 'classes exams activities colleges'),
  DashboardRating: every('dashboard', 'points targetPoints'),
  DashboardStudent: every('dashboard', 'id pk fullName picture attention'),
  DashboardBugReport: every('dashboard', 'pk body createdAt reporter'),
  DashboardFailedJobs: every('dashboard', 'name count lastAt'),
  DashboardConnectionState: every('dashboard', 'name state failingSince'),
  DashboardInvitation: every('dashboard', 'pk fullName email createdAt'),
  ContainingList: every('list', 'id pk name slug'),
};

/** Types that only wrap the results of the fields above. */
export const SHAPES = /^PageInfo$|(Connection|Edge|Payload)$/;

/** Routes by method and path. `public` needs no sign-in; `by token` needs the secret in the address. */
export const ROUTES: Readonly<Record<string, string>> = {
  'GET /graphql': 'public',
  'POST /graphql': 'note',
  'GET /api/me/': 'own profile',
  'PUT /api/me/profile/': 'own profile',
  'PUT /api/me/change_theme/': 'own profile',
  'POST /api/me/update_last_release_viewed/': 'own profile',
  'POST /api/me/accept_terms/': 'own profile',
  'GET /api/constant_files/:slug/': 'public',
  'GET /api/articles/': 'learning article',
  'POST /api/articles/': 'learning article',
  'GET /api/articles/:slug/': 'learning article',
  'PUT /api/articles/:slug/': 'learning article',
  'PUT /api/articles/:slug/reading/': 'learning article',
  'GET /api/articles/:slug/versions/': 'learning article',
  'GET /api/articles/:slug/versions/:version/': 'learning article',
  'POST /api/toggle_user_pin/:pk/': 'pin',
  'GET /api/users/search/': 'user search',
  'GET /api/users/:key/': 'person',
  'PUT /api/me/picture/': 'own profile',
  'DELETE /api/me/picture/': 'own profile',
  'GET /api/users/:key/picture/': 'person',
  'POST /api/users/change_state/:key/': 'account state',
  'POST /api/users/send_password_reset/:key/': 'account state',
  'POST /api/users/update_phone_number/:key/': 'contact data',
  'POST /api/users/update_birthday/:key/': 'contact data',
  'POST /api/users/update_tracker_link/:key/': 'contact data',
  'GET /api/meeting_rooms/:key/': 'meeting room',
  'POST /api/meeting_rooms/:key/seats/': 'meeting room',
  'GET /api/meeting_rooms/:key/socket/': 'by token',
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
  'GET /api/account/': 'own account',
  'PUT /api/account/email/': 'own account',
  'PUT /api/account/password/': 'own account',
  'POST /api/account/second_factor/': 'own account',
  'PUT /api/account/second_factor/': 'own account',
  'POST /api/account/second_factor/recovery_codes/': 'own account',
  'POST /api/account/second_factor/remove/': 'own account',
  'POST /api/account/passkeys/': 'own account',
  'PUT /api/account/passkeys/': 'own account',
  'PUT /api/account/passkeys/:key/': 'own account',
  'POST /api/account/passkeys/:key/remove/': 'own account',
  'DELETE /api/account/devices/': 'own account',
  'DELETE /api/account/devices/:id/': 'own account',
  'GET /api/audit_log/': 'audit log',
  'GET /api/audit_log/export/': 'audit log',
  'GET /api/me/events/': 'audit log',
  'GET /api/users/:key/personal_data/': 'personal data',
  'POST /api/users/:key/data_export/': 'personal data',
  'POST /api/data_exports/:key/download/': 'data export',
  'POST /api/users/:key/deletion/': 'personal data',
  'DELETE /api/users/:key/deletion/': 'personal data',
  'GET /api/calendar_feed/': 'calendar feed',
  'POST /api/calendar_feed/': 'calendar feed',
  'PUT /api/calendar_feed/': 'calendar feed',
  'DELETE /api/calendar_feed/': 'calendar feed',
  'GET /calendar/:file': 'by token',
  'GET /api/invitations/:token/': 'by token',
  'POST /api/invitations/:token/accept/': 'invitation',
  'GET /api/get_school/': 'public',
  'GET /api/get_cipcode/': 'public',
  'GET /api/memberships/': 'memberships',
  'GET /api/memberships/export/': 'memberships',
  'GET /api/memberships/:key/': 'membership',
  'POST /api/memberships/:key/corrections/': 'memberships',
  'POST /api/memberships/:key/checkout/': 'membership',
  'POST /api/memberships/:key/portal/': 'membership',
  'POST /api/stripe/webhook/': 'by token',
  'POST /api/simplybook/callback/:secret/': 'by token',
  'GET /api/connections/': 'connections',
  'POST /api/connections/simplybook/sync/': 'connections',
  'GET /api/sign_up/': 'by token',
  'POST /api/create_stripe_checkout_session/': 'by token',
  'POST /api/crash_reports/': 'public',
  'POST /api/monitoring/': 'public',
  'POST /api/bug_reports/screenshots/': 'bug report',
  'GET /api/bug_reports/:pk/screenshot/': 'bug report',
  'GET /healthz': 'public',
  'GET /readyz': 'public',
};

/** Routes outside the matrix: the identity provider's pages and development routes. */
export const OUTSIDE = /^\w+ (\/oidc\/|\/dev\/|\*|\/$)/;

function every(thing: string, fields: string): Record<string, string> {
  return Object.fromEntries(fields.split(/\s+/).map((field) => [field, thing]));
}

/** Returns every route of the server, such as 'GET /api/me/'. */
export function routesOf(server: FastifyInstance): string[] {
  const path: string[] = [];
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const match = /^(.*?)[├└]── (\S+) \((.*)\)$/.exec(line);
      if (match === null) return [];
      const [, indent = '', segment = '', methods = ''] = match;
      path.length = indent.length / 4;
      path.push(segment);
      return methods
        .split(', ')
        .filter((method) => method !== 'HEAD')
        .map((method) => `${method} ${path.join('')}`);
    });
}
