/** The requests of the extension's pages to the worker. Only the worker has tokens; messages never contain any. */
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
  /** Cancels a request: an AbortSignal cannot be sent to the worker. */
  cancel: { input: { id: string }; output: null };
  sign_in: { input: { mode: 'sign_in' | 'sign_up' }; output: null };
  sign_out: { input: null; output: null };
  /** Asks the identity provider to email a password reset link. */
  reset_password: { input: { email: string }; output: null };
  /** Sends the unsent bug reports of this device. */
  deliver_reports: { input: null; output: null };
  /** Captures the visible tab and opens the page of a new bug report. */
  capture_report: { input: null; output: null };
  /** Checks and stores another server's address; ends the session at the previous one. */
  set_server: { input: { address: string }; output: null };
}
export type RequestKind = keyof Requests;

/** The pages of the extension. */
export type PageKind = 'popup' | 'sidepanel' | 'app' | 'options' | 'welcome';

const ANY_PAGE: readonly PageKind[] = ['popup', 'sidepanel', 'app', 'options', 'welcome'];
const DATA_PAGES: readonly PageKind[] = ['popup', 'sidepanel', 'app', 'options'];

/** The requests that each page can send; all others are refused. */
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

/** A request message. */
export interface RequestMessage {
  gopath: RequestKind;
  input: unknown;
}

/** A response message: data, or the parts of an AppError. */
export type ResponseMessage =
  | { data: unknown }
  | { error: { code: string; message: string; fields?: unknown; current?: unknown } };
