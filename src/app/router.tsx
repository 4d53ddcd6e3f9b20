import { createBrowserRouter, createHashRouter, type RouteObject } from 'react-router';
import { CrashPage } from './shell/CrashBoundary.tsx';
import { NotFoundPage } from './routes/not-found.tsx';
import { paths } from '#shared/kernel/paths.ts';
import { SignedIn } from './shell/SignedIn.tsx';
import { SignedOut } from './shell/SignedOut.tsx';
import { ShellSkeleton } from './shell/ShellSkeleton.tsx';
import { TrailingSlash } from './shell/TrailingSlash.tsx';

/** Every page, loaded with its own chunk when first opened. */
const routes: RouteObject[] = [
  {
    Component: TrailingSlash,
    ErrorBoundary: CrashPage,
    HydrateFallback: ShellSkeleton,
    children: [
      { path: paths.signInCallback, lazy: () => import('./routes/sign-in-callback.tsx') },
      {
        Component: SignedOut,
        children: [
          { path: paths.signIn, lazy: () => import('./routes/sign-in.tsx') },
          { path: paths.signUp, lazy: () => import('./routes/sign-up.tsx') },
          { path: paths.forgotPassword, lazy: () => import('./routes/forgot-password.tsx') },
        ],
      },
      {
        Component: SignedIn,
        children: [
          { index: true, lazy: () => import('./routes/dashboard.tsx') },
          { path: 'notes', lazy: () => import('./routes/notes-list.tsx') },
          { path: 'notes/new', lazy: () => import('./routes/notes-new.tsx') },
          { path: 'notes/:pk', lazy: () => import('./routes/notes-view.tsx') },
          { path: 'notes/:pk/edit', lazy: () => import('./routes/notes-edit.tsx') },
          {
            path: 'notes/:pk/edit/meeting_note/:simplybookId',
            lazy: () => import('./routes/notes-edit.tsx'),
          },
          {
            path: 'notes/meeting_note/new/:simplybookId/:noteName?',
            lazy: () => import('./routes/meeting-note-new.tsx'),
          },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
];

/** @param kind paths on the web; behind a hash in the extension, whose pages are files */
export function createAppRouter(kind: 'web' | 'extension') {
  return kind === 'web' ? createBrowserRouter(routes) : createHashRouter(routes);
}
