import { expect, inject, it } from 'vitest';
import { runAlertKills } from '#tests/durability/alert-kills.ts';

/** The short version of scripts/measure/alert-kills.ts: two processes need PostgreSQL. */
it.skipIf(inject('engine') === 'pglite')(
  'two servers, one of them killed, lose and double no alert and no mail',
  { timeout: 240_000 },
  async () => {
    const base = inject('template');
    const urlOf = (database: string) => {
      const url = new URL(base);
      url.pathname = `/${database}`;
      return url.href;
    };
    const result = await runAlertKills(
      { url: base, urlOf, stop: () => Promise.resolve() },
      { seconds: 8, killEvery: 3 },
    );
    expect(result.kills).toBeGreaterThan(0);
    expect(result).toMatchObject({ lost: 0, doubled: 0, mailsLost: 0, mailsDoubled: 0 });
  },
);
