import type { Problem } from '#server/http/errors.ts';

/** A response of the GraphQL API, with its HTTP status. */
export interface GraphQLResponse<Data = Record<string, unknown>> {
  status: number;
  data?: Data | null;
  errors?: {
    message: string;
    path?: string[];
    extensions?: { code?: string; fields?: Record<string, string> };
  }[];
}

/** Returns the code of a response's first error; undefined without errors. */
export function codeOf({ errors }: Pick<GraphQLResponse, 'errors'>): string | undefined {
  return errors?.[0]?.extensions?.code;
}

/** A response of the REST API; `body` is text unless the server sent JSON. */
export interface RestResponse<Body = unknown> {
  status: number;
  body: Body & Partial<Problem>;
  headers: Headers;
}

/** Sends one person's requests over real HTTP with a real token. */
export class TestClient {
  readonly #address: string;
  /** The access token; null for nobody. */
  readonly token: string | null;

  constructor(address: string, token: string | null) {
    this.#address = address;
    this.token = token;
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.token !== null) headers.set('authorization', `Bearer ${this.token}`);
    return fetch(this.#address + path, { ...init, headers });
  }

  async graphql<Data = Record<string, any>>(
    query: string,
    variables: object = {},
  ): Promise<GraphQLResponse<Data>> {
    const response = await this.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    return { status: response.status, ...((await response.json()) as object) };
  }

  async rest<Body = any>(method: string, path: string, body?: unknown): Promise<RestResponse<Body>> {
    const response = await this.fetch(path, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
  }
}
