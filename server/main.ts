import { mkdirSync } from 'node:fs';
import { ConfigError, readConfig } from './config.ts';
import { FolderInUseError } from './db/folder-lock.ts';
import { startServer } from './start.ts';

/** The server process: reads the settings, starts, and stops cleanly on a signal. */
try {
  const config = readConfig(process.env);
  mkdirSync(config.dataDir, { recursive: true });
  const running = await startServer(config);

  let stopping = false;
  const stop = async () => {
    // A second Ctrl-C stops immediately.
    if (stopping) process.exit(1);
    stopping = true;
    await running.stop();
    process.exit(0);
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
} catch (error) {
  const isExplained =
    error instanceof ConfigError ||
    error instanceof FolderInUseError ||
    (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  console.error(isExplained ? explain(error as Error) : error);
  process.exit(1);
}

function explain(error: Error & { code?: string; port?: number }): string {
  if (error.code === 'EADDRINUSE') return `Port ${error.port} is taken. Choose another with PORT.`;
  return error.message;
}
