/** Types of the packages in bench/package.json, which are only installed for benchmarks, as far as we use them. */
declare module 'autocannon' {
  export interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    setupRequest?: (request: Request) => Request;
    onResponse?: (status: number, body: string) => void;
  }
  export default function autocannon(options: {
    url: string;
    method?: string;
    headers?: Record<string, string>;
    body?: string;
    connections: number;
    duration: number;
    overallRate?: number;
    requests?: Request[];
  }): Promise<{
    non2xx: number;
    '3xx'?: number;
    errors: number;
    timeouts: number;
    requests: { average: number; total: number };
    latency: { p50: number; p90: number; p99: number; max: number };
  }>;
}

declare module 'postgraphile' {
  export function postgraphile(preset: object): {
    createServ(factory: unknown): { addTo(server: object): Promise<void> };
  };
}
declare module 'postgraphile/presets/amber' {
  export const PostGraphileAmberPreset: object;
}
declare module 'postgraphile/adaptors/pg' {
  export function makePgService(options: object): object;
}
declare module 'postgraphile/grafserv/node' {
  export const grafserv: unknown;
}
