import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

/** A running server of a comparison. */
export interface Contestant {
  address: string;
  tokens: string[];
  stop(): void;
}

/** Starts a server in its own process. @param subjects the people whose tokens GoPath prints */
export async function startContestant(
  kind: 'gopath' | 'floor' | 'relay' | 'postgraphile',
  url: string,
  subjects: string[] = [],
): Promise<Contestant> {
  const child: ChildProcess = spawn(
    process.execPath,
    // The memory options of `npm start`, for all contestants.
    ['--max-semi-space-size=64', path.join(import.meta.dirname, 'contestant.ts'), kind, url, ...subjects],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } },
  );
  // A run that fails halfway must not leave a server running.
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

/** Starts all contestants, GoPath with the first mentor's token. */
export async function startContestants(url: string): Promise<[Contestant, Contestant, Contestant]> {
  return [
    await startContestant('floor', url),
    await startContestant('gopath', url, ['mentor-1']),
    await startContestant('postgraphile', url),
  ];
}
