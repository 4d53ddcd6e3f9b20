import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

/** A running server of a comparison. */
export interface Contestant {
  address: string;
  tokens: string[];
  stop(): void;
}

/** Starts one in its own process. @param subjects whose tokens GoPath should print */
export async function startContestant(
  kind: 'gopath' | 'floor' | 'postgraphile',
  url: string,
  subjects: string[] = [],
): Promise<Contestant> {
  const child: ChildProcess = spawn(
    process.execPath,
    // The memory that `npm start` gives the product, for all of them.
    ['--max-semi-space-size=64', path.join(import.meta.dirname, 'contestant.ts'), kind, url, ...subjects],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } },
  );
  // A run that fails half way leaves no server behind.
  process.on('exit', () => child.kill('SIGKILL'));
  const line = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (data) => {
      output += String(data);
      const match = /^\{.*\}$/m.exec(output);
      if (match !== null) resolve(match[0]);
    });
    child.on('exit', (code) => reject(new Error(`${kind} ended with ${code}: ${output}`)));
  });
  return {
    ...(JSON.parse(line) as { address: string; tokens: string[] }),
    stop: () => child.kill('SIGKILL'),
  };
}

/** Starts everything that is compared, GoPath with the first mentor's token. */
export async function startContestants(url: string): Promise<[Contestant, Contestant, Contestant]> {
  return [
    await startContestant('floor', url),
    await startContestant('gopath', url, ['mentor-1']),
    await startContestant('postgraphile', url),
  ];
}
