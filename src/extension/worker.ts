import { browser } from 'wxt/browser';
import { handleRequests } from '#src/messaging/handle.ts';
import { onPublished, readPublished } from '#src/messaging/published.ts';
import { SendMeetingNoteDocument } from '#src/transport/generated/notes/graphql.ts';
import { watchAlerts } from './alerts.ts';
import { showBadge } from './badge.ts';
import { revokeEndedSessions } from './ended-sessions.ts';
import { cancel, forwardGraphQL, forwardRest } from './gateway.ts';
import { offerOmnibox } from './omnibox.ts';
import { pollMeetings, watchMeetings } from './meetings.ts';
import { createMenu, offerPanel } from './panel.ts';
import { requestPasswordReset } from './password-reset.ts';
import { pollRegularly } from './polling.ts';
import { captureReport, createReportMenu, offerReports, sendReports } from './reports.ts';
import { setServer, signIn, signOut } from './session.ts';
import { lockTokenStores } from './token-store.ts';

/** Polls the meetings; the badge is shown even if that fails. */
async function checkMeetings(): Promise<void> {
  try {
    await pollMeetings();
  } finally {
    await showBadge();
  }
}

/**
 * Starts the worker. Every listener is registered before this returns, so that the event that woke the worker reaches
 * it. All state is in the browser's storage, because the worker can be stopped at any moment.
 */
export function startWorker() {
  handleRequests({
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
  });
  offerPanel();
  offerReports();
  offerOmnibox();
  watchAlerts();
  watchMeetings(showBadge);
  onPublished('signIn', () => void showBadge());
  onPublished('unreadAlerts', () => void showBadge());
  pollRegularly([revokeEndedSessions, checkMeetings, sendReports]);
  browser.runtime.onInstalled.addListener(({ reason }) => {
    void createMenu().then(createReportMenu);
    if (reason === 'install') void browser.tabs.create({ url: `${location.origin}/welcome.html` });
  });
  void lockTokenStores();
  void showBadge();
}
