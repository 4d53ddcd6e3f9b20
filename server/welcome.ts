import { existsSync } from 'node:fs';
import type { Config } from './config.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './db/demo/accounts.ts';

/** Prints the addresses and demo accounts to the terminal. */
export function printWelcome(options: {
  config: Config;
  address: string;
  isDemo: boolean;
  extensionFolder: string;
}) {
  const { config, address, isDemo, extensionFolder } = options;
  const lines = ['', `GoPath is ready:  ${config.publicUrl}`];
  if (new URL(address).port !== new URL(config.publicUrl).port) lines.push(`Listening on:     ${address}`);
  lines.push(
    config.databaseUrl === undefined
      ? `Database:         PGlite in ${config.dataDir} (for trying out; PostgreSQL with DATABASE_URL)`
      : 'Database:         PostgreSQL',
  );
  if (config.smtpUrl === undefined && config.mode !== 'production') {
    lines.push(`Mail outbox:      ${config.publicUrl}/dev/outbox/`);
  }
  if (existsSync(extensionFolder)) {
    lines.push(
      `Extension:        ${extensionFolder}`,
      '                  (chrome://extensions, Developer mode, Load unpacked)',
    );
  }
  if (isDemo) {
    lines.push(
      '',
      `Demo accounts, password ${DEMO_PASSWORD}:`,
      ...DEMO_ACCOUNTS.map(({ email }) => `  ${email}`),
    );
  }
  console.log([...lines, ''].join('\n'));
}
