/**
 * The addresses of the app's pages, for links in the app, the extension and emails. All end in a slash, except one that
 * the specification writes without (MEET-007).
 */
import { firstPaths } from './first-paths.ts';

const segment = encodeURIComponent;

/** The start of the addresses of meeting rooms. Only documents loaded from them may use camera and microphone. */
export const ROOM_PAGES = '/meeting_rooms/';

export const paths = {
  home: firstPaths.home,
  signIn: '/sign_in/',
  signUp: '/sign_up/',
  /** The rest of a sign-up, whose session is `state` (AUTH-011). */
  signUpContinued: ({ state, email }: { state: string; email: string }) =>
    `/sign_up_continued/?${new URLSearchParams({ state, email }).toString()}`,
  forgotPassword: '/forgot_password/',
  signInCallback: '/auth/callback/',
  notes: firstPaths.notes,
  newNote: '/notes/new/',
  note: (pk: number) => `/notes/${pk}/`,
  editNote: (pk: number) => `/notes/${pk}/edit/`,
  newMeetingNote: (simplybookId: number, name?: string) =>
    `/notes/meeting_note/new/${simplybookId}/${name === undefined ? '' : `${segment(name)}/`}`,
  editMeetingNote: (pk: number, simplybookId: number) => `/notes/${pk}/edit/meeting_note/${simplybookId}`,
  students: '/students/',
  meetings: '/meetings/',
  bookMeeting: '/meetings/book/',
  rescheduleMeeting: (simplybookId: number) => `/meetings/${simplybookId}/reschedule/`,
  availability: '/meetings/availability/',
  meetingRoom: (meetId: string) => `${ROOM_PAGES}${segment(meetId)}/`,
  interactions: '/interactions/',
  learningCenter: '/learning_center/',
  newArticle: '/learning_center/new/',
  article: (slug: string) => `/learning_center/content/${segment(slug)}/`,
  editArticle: (slug: string) => `/learning_center/content/${segment(slug)}/edit/`,
  invitations: '/users/invitations/',
  newInvitation: '/users/invitations/new/',
  acceptInvitation: (token: string) => `/invitations/accept_invitation/${segment(token)}/`,
  studentProfileRating: (studentPk: number) => `/users/${studentPk}/student_profile_rating/`,
  newRatingReview: (studentPk: number) => `/student_profile_rating_review/new/${studentPk}/`,
  user: (pk: number) => `/users/${pk}/`,
  me: '/me/',
  roadmap: (studentPk?: number) =>
    studentPk === undefined ? firstPaths.roadmap : `/users/${studentPk}/roadmap/`,
  /** The essays of a student (SHEL-005). */
  essays: (studentPk: number) => `/essays/${studentPk}/`,
  essay: (studentPk: number, pk: number) => `/essays/${studentPk}/${pk}/`,
  tasks: firstPaths.tasks,
  taskList: (slug: string) => `/tasks/${segment(slug)}/`,
  userTaskList: (userPk: number, slug: string) => `/users/${userPk}/tasks/${segment(slug)}/`,
  /** A task from the viewer's perspective: their own below /tasks/, another person's below that person's page. */
  taskFor: (viewerPk: number, { pk, ownerPk, slug }: { pk: number; ownerPk: number; slug: string }): string =>
    `${ownerPk === viewerPk ? paths.taskList(slug) : paths.userTaskList(ownerPk, slug)}${pk}/`,
  alerts: '/alerts/',
  alertFeed: '/alerts/feed/',
  alertSettings: '/me/settings/alerts/',
  bugReports: '/bug_reports/',
  bugReport: (pk: number) => `/bug_reports/${pk}/`,
  newBugReport: '/bug_reports/new/',
  settings: '/me/settings/',
  personalData: (pk: number) => `/users/${pk}/personal_data/`,
  memberships: '/memberships/',
  membership: (studentPk: number) => `/memberships/${studentPk}/`,
  auditLog: '/audit_log/',
  connections: '/connections/',
} as const;
