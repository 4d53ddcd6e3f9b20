/**
 * What the extension's pages may ask of the worker. The worker alone holds tokens: nothing here carries one.
 */
export interface Requests {
  /** One of our generated GraphQL operations; `id` names the request for `cancel`. */
  graphql: { input: { id: string; query: string; variables: Record<string, unknown> }; output: unknown };
  /** One of our REST endpoints, by its name. */
  rest: {
    input: {
      id: string;
      endpoint: string;
      params?: Readonly<Record<string, string | number>>;
      search?: Readonly<Record<string, string>>;
      body?: unknown;
    };
    output: unknown;
  };
  /** Gives up a request under way: an AbortSignal does not cross between page and worker. */
  cancel: { input: { id: string }; output: null };
  sign_in: { input: { mode: 'sign_in' | 'sign_up' }; output: null };
  sign_out: { input: null; output: null };
  /** Has the identity provider send a mail with a way to a new password. */
  reset_password: { input: { email: string }; output: null };
  /** Sends the bug reports that wait on this device. */
  deliver_reports: { input: null; output: null };
  /** Captures the visible tab and opens the page of a new bug report. */
  capture_report: { input: null; output: null };
  /** Checks and keeps another server's address; ends the session at the former one. */
  set_server: { input: { address: string }; output: null };
}
export type RequestKind = keyof Requests;

/** The pages of the extension. */
export type PageKind = 'popup' | 'sidepanel' | 'app' | 'options' | 'welcome';

const ANY_PAGE: readonly PageKind[] = ['popup', 'sidepanel', 'app', 'options', 'welcome'];
const DATA_PAGES: readonly PageKind[] = ['popup', 'sidepanel', 'app', 'options'];

/** Which pages may ask for what; everything else is refused. */
export const ALLOWED_PAGES: Readonly<Record<RequestKind, readonly PageKind[]>> = {
  graphql: DATA_PAGES,
  rest: DATA_PAGES,
  cancel: DATA_PAGES,
  sign_in: ANY_PAGE,
  sign_out: DATA_PAGES,
  reset_password: ['app'],
  deliver_reports: DATA_PAGES,
  capture_report: ['popup'],
  set_server: ['options'],
};

/** A request as it travels. */
export interface Envelope {
  gopath: RequestKind;
  input: unknown;
}

/** An answer as it travels: data, or the parts of an AppError. */
export type Answer =
  { data: unknown } | { error: { code: string; message: string; fields?: unknown; current?: unknown } };
