/**
 * A separate script that runs before the app's code has loaded. It shows the last look of the page, renews the session
 * and requests the data that the first page needs, so that all load together with the code. `early-responses.ts` hands
 * the responses over.
 */
import { firstPaths } from '#shared/kernel/first-paths.ts';
import type { Me } from '#shared/users/responses.ts';
import { defaultAuthors, readListState, toListVariables } from '#src/features/notes/list-state.ts';
import { upcomingVariables } from '#src/features/tasks/upcoming-variables.ts';
import { DashboardStateDocument } from '#src/transport/generated/dashboard/graphql.ts';
import { AllNotesDocument } from '#src/transport/generated/notes/graphql.ts';
import { RoadmapDocument } from '#src/transport/generated/roadmap/graphql.ts';
import { showLastPage } from '#src/lib/last-pages/show.ts';
import { deleteLastPages } from '#src/lib/last-pages/storage.ts';
import { UpcomingTasksDocument } from '#src/transport/generated/tasks/graphql.ts';
import { earlyKey, promiseEarlyDone, storeEarly } from '#src/transport/early-responses.ts';
import { applyLastTheme } from '#src/ui/theme/theme.ts';
import { REQUEST_TIMEOUT_MS } from '#src/transport/request-timeout.ts';
import { ME, SESSION_LOCK, SESSION_REFRESH } from '#src/transport/session-names.ts';

const markDone = promiseEarlyDone();
applyLastTheme();
const lastPage = showLastPage();

/** Uses the same lock as the app: a refresh token can be used once. */
const session = navigator.locks.request(SESSION_LOCK, () => {
  const response = fetch(SESSION_REFRESH, {
    method: 'POST',
    credentials: 'same-origin',
    cache: 'no-store',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  void lastPage.painted.then(markDone);
  return response;
});
storeEarly(earlyKey(SESSION_REFRESH), session);

/** Resolves to the access token; rejects when nobody is signed in. */
const token = session.then(async (response) => {
  if (response.status !== 200) {
    lastPage.hide();
    // Signed out. After a server error the person may still be signed in, so their pages stay.
    if (response.status < 500) deleteLastPages();
    throw new Error('Not signed in.');
  }
  return ((await response.clone().json()) as { access_token: string }).access_token;
});

/** Sends a request once there is a token. @param body the JSON of a GraphQL request; undefined sends a GET */
function send(url: string, body?: string): Promise<Response> {
  return token.then((value) =>
    fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${value}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
      cache: 'no-store',
    }),
  );
}

function query(document: { toString(): string }, variables: object) {
  const body = JSON.stringify({ query: document.toString(), variables });
  storeEarly(earlyKey('/graphql', body), send('/graphql', body));
}

/** Requests the first data of pages that depend on the person. */
function queryFor({ pk, capabilities }: Me) {
  if (location.pathname === firstPaths.notes) {
    const authors = defaultAuthors(capabilities.includes('write_notes'));
    query(AllNotesDocument, toListVariables(readListState(new URLSearchParams(location.search), authors)));
  }
  if (location.pathname.startsWith(firstPaths.roadmap) && capabilities.includes('own_roadmap')) {
    query(RoadmapDocument, { userPk: pk });
  }
}

// The app gets the person last, so that it does not request again the data that depends on them.
storeEarly(
  earlyKey(ME),
  send(ME).then(async (response) => {
    if (response.ok) queryFor((await response.clone().json()) as Me);
    return response;
  }),
);
if (location.pathname === firstPaths.home) query(DashboardStateDocument, {});
if (location.pathname === firstPaths.tasks) query(UpcomingTasksDocument, upcomingVariables(null));
