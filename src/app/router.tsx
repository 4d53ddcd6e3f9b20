import { createBrowserRouter, createHashRouter, type RouteObject } from 'react-router';
import { page } from './shell/loading/load-page.tsx';
import { FullScreen, FullScreenSkeleton } from './shell/frame/FullScreen.tsx';
import { PageLoadError } from './shell/loading/PageLoadError.tsx';
import { RouteCrashPage } from './shell/crash/RouteCrashPage.tsx';
import { NotFoundPage } from './routes/not-found.tsx';
import { OwnPath } from './shell/OwnPath.tsx';
import { paths } from '#shared/kernel/paths.ts';
import { SignedIn } from './shell/SignedIn.tsx';
import { ShellSkeleton } from './shell/frame/ShellSkeleton.tsx';
import { TrailingSlash } from './shell/TrailingSlash.tsx';

/** Links in emails open the web app, so the extension does not have this page. */
const ACCEPT_INVITATION: RouteObject = {
  path: 'invitations/accept_invitation/:token',
  lazy: page(() => import('./routes/sign-in/accept-invitation.tsx')),
};

/** Continues a sign-up, from the identity provider or after a sign-in. Only the web app has this page. */
const SIGN_UP_CONTINUED: RouteObject = {
  path: 'sign_up_continued',
  lazy: page(() => import('./routes/sign-in/sign-up-continued.tsx')),
};

/** The meeting room, outside of the shell. The extension has no camera and opens it in the web app. */
const MEETING_ROOM: Record<'web' | 'extension', RouteObject> = {
  web: {
    Component: FullScreen,
    HydrateFallback: FullScreenSkeleton,
    children: [
      {
        path: 'meeting_rooms/:meetId',
        ErrorBoundary: PageLoadError,
        lazy: page(() => import('./routes/meeting-room/meeting-room.tsx')),
      },
    ],
  },
  extension: {
    path: 'meeting_rooms/:meetId',
    lazy: async () => ({ Component: (await import('./surfaces/extension/RoomOnWeb.tsx')).RoomOnWeb }),
  },
};

/** The pages of signed-in people. Each loads its own code when it is first opened. */
const PAGES: RouteObject[] = [
  { index: true, lazy: page(() => import('./routes/dashboard/dashboard.tsx')) },
  { path: 'notes', lazy: page(() => import('./routes/notes/notes-list.tsx')) },
  { path: 'notes/new', lazy: page(() => import('./routes/notes/notes-form.tsx')) },
  { path: 'notes/:pk', lazy: page(() => import('./routes/notes/notes-view.tsx')) },
  { path: 'notes/:pk/edit', lazy: page(() => import('./routes/notes/notes-form.tsx')) },
  {
    path: 'notes/:pk/edit/meeting_note/:simplybookId',
    lazy: page(() => import('./routes/notes/notes-form.tsx')),
  },
  {
    path: 'notes/meeting_note/new/:simplybookId/:noteName?',
    lazy: page(() => import('./routes/notes/notes-form.tsx')),
  },
  { path: 'students', lazy: page(() => import('./routes/people/students-list.tsx')) },
  { path: 'learning_center', lazy: page(() => import('./routes/learning/learning-center.tsx')) },
  { path: 'learning_center/content/:slug', lazy: page(() => import('./routes/learning/article.tsx')) },
  { path: 'learning_center/new', lazy: page(() => import('./routes/learning/article-form.tsx')) },
  {
    path: 'learning_center/content/:slug/edit',
    lazy: page(() => import('./routes/learning/article-form.tsx')),
  },
  { path: 'meetings', lazy: page(() => import('./routes/meetings/meetings-list.tsx')) },
  { path: 'meetings/book', lazy: page(() => import('./routes/meetings/meetings-book.tsx')) },
  { path: 'meetings/availability', lazy: page(() => import('./routes/meetings/meetings-availability.tsx')) },
  {
    path: 'meetings/:simplybookId/reschedule',
    lazy: page(() => import('./routes/meetings/meetings-reschedule.tsx')),
  },
  { path: 'interactions', lazy: page(() => import('./routes/people/interactions.tsx')) },
  { path: 'roadmap/*', lazy: page(() => import('./routes/roadmap.tsx')) },
  { path: 'essays/:studentPk', lazy: page(() => import('./routes/essays/essays-list.tsx')) },
  { path: 'essays/:studentPk/:pk', lazy: page(() => import('./routes/essays/essay.tsx')) },
  { path: 'users/invitations', lazy: page(() => import('./routes/people/invitations-list.tsx')) },
  { path: 'users/invitations/new', lazy: page(() => import('./routes/people/invitation-new.tsx')) },
  { path: 'users/:pk', lazy: page(() => import('./routes/person/person.tsx')) },
  {
    path: 'users/:pk/student_profile_rating',
    lazy: page(() => import('./routes/ratings/student-profile-rating.tsx')),
  },
  { path: 'users/:pk/personal_data', lazy: page(() => import('./routes/account/personal-data.tsx')) },
  { path: 'users/:pk/settings', lazy: page(() => import('./routes/account/settings.tsx')) },
  {
    path: 'student_profile_rating_review/new/:studentPk',
    lazy: page(() => import('./routes/ratings/student-profile-rating-review.tsx')),
  },
  { path: 'users/:pk/roadmap/*', lazy: page(() => import('./routes/roadmap.tsx')) },
  { path: 'alerts', lazy: page(() => import('./routes/alerts/alert-settings.tsx')) },
  { path: 'alerts/feed', lazy: page(() => import('./routes/alerts/alert-feed.tsx')) },
  { path: 'me', lazy: page(() => import('./routes/person/person.tsx')) },
  { path: 'me/roadmap/*', Component: OwnPath },
  { path: 'me/tasks/*', Component: OwnPath },
  { path: 'me/student_profile_rating', Component: OwnPath },
  { path: 'me/settings', lazy: page(() => import('./routes/account/settings.tsx')) },
  { path: 'me/settings/alerts', lazy: page(() => import('./routes/alerts/own-alert-settings.tsx')) },
  { path: 'audit_log', lazy: page(() => import('./routes/staff/audit-log.tsx')) },
  { path: 'connections', lazy: page(() => import('./routes/staff/connections.tsx')) },
  { path: 'memberships', lazy: page(() => import('./routes/staff/memberships-list.tsx')) },
  { path: 'memberships/:pk', lazy: page(() => import('./routes/staff/membership.tsx')) },
  { path: 'bug_reports', lazy: page(() => import('./routes/bug-reports/bug-reports-list.tsx')) },
  { path: 'bug_reports/new', lazy: page(() => import('./routes/bug-reports/bug-report-new.tsx')) },
  { path: 'bug_reports/:pk', lazy: page(() => import('./routes/bug-reports/bug-report.tsx')) },
  { path: 'tasks', lazy: page(() => import('./routes/tasks/tasks-upcoming.tsx')) },
  { path: 'tasks/:slug/:pk?', lazy: page(() => import('./routes/tasks/tasks-list.tsx')) },
  { path: 'users/:userPk/tasks/:slug/:pk?', lazy: page(() => import('./routes/tasks/tasks-list.tsx')) },
  { path: '*', Component: NotFoundPage },
];

/** Returns all routes, each inside the frame it needs. */
const routesOf = (kind: 'web' | 'extension'): RouteObject[] => [
  {
    Component: TrailingSlash,
    ErrorBoundary: RouteCrashPage,
    HydrateFallback: ShellSkeleton,
    children: [
      ...(kind === 'web' ? [ACCEPT_INVITATION, SIGN_UP_CONTINUED] : []),
      { path: paths.signInCallback, lazy: page(() => import('./routes/sign-in/sign-in-callback.tsx')) },
      {
        lazy: page(() => import('./routes/sign-in/signed-out.tsx')),
        children: [
          { path: paths.signIn, lazy: page(() => import('./routes/sign-in/sign-in.tsx')) },
          { path: paths.signUp, lazy: page(() => import('./routes/sign-in/sign-up.tsx')) },
          { path: paths.forgotPassword, lazy: page(() => import('./routes/sign-in/forgot-password.tsx')) },
        ],
      },
      MEETING_ROOM[kind],
      {
        Component: SignedIn,
        children: [{ ErrorBoundary: PageLoadError, children: PAGES }],
      },
    ],
  },
];

/**
 * Creates the router.
 * @param kind the web uses paths; the extension, whose pages are files, puts the path behind a hash
 */
export function createAppRouter(kind: 'web' | 'extension') {
  const routes = routesOf(kind);
  return kind === 'web' ? createBrowserRouter(routes) : createHashRouter(routes);
}
