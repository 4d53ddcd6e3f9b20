import autocannon from 'autocannon';

/** The results of a load test. */
export interface Load {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** A request that is sent repeatedly. */
export interface BenchRequest {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

/** Throws when the first response is unexpected, because the speed of an error is not a result. */
export async function checkResponse(request: BenchRequest, expected: RegExp): Promise<void> {
  const response = await fetch(request.url, {
    method: request.method ?? 'GET',
    ...(request.headers === undefined ? {} : { headers: request.headers }),
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  const text = await response.text();
  if (!response.ok || !expected.test(text)) {
    throw new Error(`${request.url} answered ${response.status}: ${text.slice(0, 500)}`);
  }
}

/** Sends the request over parallel connections for some seconds. */
export async function load(request: BenchRequest, seconds: number, connections = 8): Promise<Load> {
  const result = await autocannon({
    url: request.url,
    method: request.method ?? 'GET',
    headers: request.headers ?? {},
    ...(request.body === undefined ? {} : { body: request.body }),
    connections,
    duration: seconds,
  });
  // 'Not modified' is a success too.
  const bad = result.non2xx - (result['3xx'] ?? 0);
  if (bad > 0 || result.errors > 0) {
    throw new Error(`${request.url}: ${bad} bad answers, ${result.errors} errors`);
  }
  return {
    requestsPerSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

/**
 * Loads contestants in turns for several rounds, so that other load on the machine affects all equally.
 * @returns each contestant's best round
 */
export async function compare(
  contestants: Readonly<Record<string, BenchRequest>>,
  { rounds = 3, seconds = 4, connections = 8 } = {},
): Promise<Record<string, Load>> {
  const best: Record<string, Load> = {};
  for (const request of Object.values(contestants)) await load(request, 1);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, request] of Object.entries(contestants)) {
      const result = await load(request, seconds, connections);
      if (best[name] === undefined || result.requestsPerSecond > best[name].requestsPerSecond)
        best[name] = result;
    }
  }
  return best;
}

/** Few and many parallel connections: sharing between requests only helps with many. */
const CONNECTIONS = [8, 64];

/** Compares contestants with few and with many connections, after checking each one's response. */
export async function contest(
  title: string,
  contestants: Readonly<Record<string, BenchRequest>>,
  expected: RegExp,
) {
  for (const request of Object.values(contestants)) await checkResponse(request, expected);
  for (const connections of CONNECTIONS) {
    const loads = await compare(contestants, { rounds: 2, seconds: 3, connections });
    printLoads(`${title}; ${connections} connections`, loads);
  }
}

/** Prints load results as a table, with requests per second as a ratio to the first row. */
export function printLoads(title: string, loads: Readonly<Record<string, Load>>) {
  const [reference] = Object.values(loads);
  console.log(`\n${title}`);
  console.table(
    Object.fromEntries(
      Object.entries(loads).map(([name, { requestsPerSecond, p50, p99 }]) => [
        name,
        {
          'requests/s': Math.round(requestsPerSecond),
          ratio: Number((requestsPerSecond / (reference?.requestsPerSecond ?? 1)).toFixed(2)),
          'p50 ms': p50,
          'p99 ms': p99,
        },
      ]),
    ),
  );
}

/** Returns the value that `share` of the sorted values do not exceed (nearest rank). */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
