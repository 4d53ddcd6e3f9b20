/**
 * The background worker of the extension. The browser stops it after about 30 seconds without events, and starts it
 * again for the next event: {@link startWorker} runs each time. Of this folder only `private-fields.ts` does not run here:
 * it is the content script.
 *
 * What wakes it, and the file that handles it:
 *
 * - a request of one of our pages: `requestHandlers` below; `gateway.ts` forwards to the server, `session.ts` signs in
 *   and out (`oidc.ts`), `password-reset.ts`, `reports.ts`
 * - the alarm of every five minutes (`polling.ts`): `ended-sessions.ts`, `meetings.ts`, `reports.ts`
 * - the alarm of the alerts, about every minute: `alerts.ts` (`alert-schedule.ts` when, `alert-feed.ts` what is new)
 * - the alarm a minute before a meeting: `meetings.ts`
 * - a change in the browser's storage, such as a sign-in: `alerts.ts`, `meetings.ts`, `reports.ts`, `badge.ts`
 * - a clicked notification: `alerts.ts`, `meetings.ts` (`notifications.ts`)
 * - a granted permission for notifications: `notifications.ts`, `meetings.ts`
 * - the context menu and the shortcuts: `panel.ts`, `reports.ts`
 * - the keyword `gp` in the address bar: `omnibox.ts`
 * - an installation or update: below
 *
 * What is stored:
 *
 * - `storage.local`, which stays when the browser closes: the session with its refresh token, and ended sessions
 *   (`token-store.ts`); the state of alerts and meetings; `signIn`, `server` and `unreadAlerts`, which our pages read
 *   (`src/messaging/published.ts`); the settings and caches of the pages
 * - `storage.session`, in memory until the browser closes: the access token, and the meeting that the popup chose for the
 *   panel (`src/messaging/panel-choice.ts`)
 * - IndexedDB: bug reports that are not sent, and their screenshots (`src/transport/report-outbox.ts`)
 *
 * All of this, the alarms and the context menu survive a stop of the worker. Variables do not, so they hold only pending
 * work: the next alarm repeats an interrupted poll, and the page gets a NETWORK error for an interrupted request.
 */
import { browser } from 'wxt/browser';
import { handleRequests, type Handlers } from '#src/messaging/handle.ts';
import { onPublished, readPublished } from '#src/messaging/published.ts';
import { SendMeetingNoteDocument } from '#src/transport/generated/notes/graphql.ts';
import { watchAlerts } from './alerts.ts';
import { showBadge } from './badge.ts';
import { revokeEndedSessions } from './ended-sessions.ts';
import { cancel, forwardGraphQL, forwardRest } from './gateway.ts';
import { pollMeetings, watchMeetings } from './meetings.ts';
import { registerOmnibox } from './omnibox.ts';
import { createPanelMenu, registerPanel } from './panel.ts';
import { requestPasswordReset } from './password-reset.ts';
import { pollRegularly } from './polling.ts';
import { captureReport, createReportMenu, registerReports, sendReports } from './reports.ts';
import { setServer, signIn, signOut } from './session.ts';
import { lockTokenStores } from './token-store.ts';

/**
 * Starts the worker. Every listener is registered before this returns, so that the event that woke the worker reaches
 * it.
 */
export function startWorker() {
  handleRequests(requestHandlers);
  registerPanel();
  registerReports();
  registerOmnibox();
  watchAlerts();
  watchMeetings(showBadge);
  onPublished('signIn', () => void showBadge());
  onPublished('unreadAlerts', () => void showBadge());
  pollRegularly([revokeEndedSessions, checkMeetings, sendReports]);
  browser.runtime.onInstalled.addListener(({ reason }) => {
    void createMenu();
    if (reason === 'install') void browser.tabs.create({ url: `${location.origin}/welcome.html` });
  });
  void lockTokenStores();
  void showBadge();
}

/** Handles the requests of our pages; `handleRequests` has checked that the page can send them. */
const requestHandlers: Handlers = {
  graphql: async (input) => {
    const data = await forwardGraphQL(input);
    // After a note was sent, the badge must not count it any more.
    if (input.query === SendMeetingNoteDocument.toString()) void checkMeetings().catch(() => undefined);
    return data;
  },
  rest: forwardRest,
  cancel,
  sign_in: async (input) => {
    await signIn(input.mode === 'sign_up' ? 'sign_up' : 'sign_in');
    return null;
  },
  sign_out: async () => {
    await signOut();
    return null;
  },
  reset_password: async (input) => {
    await requestPasswordReset(await readPublished('server'), input.email);
    return null;
  },
  deliver_reports: async () => {
    await sendReports();
    return null;
  },
  capture_report: async () => {
    await captureReport();
    return null;
  },
  set_server: async (input) => {
    await setServer(input.address);
    return null;
  },
};

/** Polls the meetings; the badge is shown even if that fails. */
async function checkMeetings(): Promise<void> {
  try {
    await pollMeetings();
  } finally {
    await showBadge();
  }
}

/** Creates the entries of the context menu, which last until the next update of the extension. */
async function createMenu(): Promise<void> {
  await browser.contextMenus.removeAll();
  createPanelMenu();
  createReportMenu();
}
