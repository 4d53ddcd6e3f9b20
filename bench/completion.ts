/** Measures the time from a click on a task's checkbox until the screen shows it completed, in a list of 500 tasks. */
import { chromium } from 'playwright';
import { DEMO_PASSWORD } from '../server/db/demo/accounts.ts';
import { demoEmail } from '../tests/e2e/test.ts';
import { ensureBuilt } from '../scripts/ensure-built.ts';
import { percentile } from './load.ts';
import { startServerProcess } from '../tests/e2e/server.ts';
import type { PostgresServer } from '../tests/helpers/database/postgres-server.ts';
import { SignInPage } from '../tests/pages/sign-in.ts';
import { CHROMIUM_ARGS } from '../playwright.config.ts';

import { createBenchDatabase, runSql } from './database.ts';

const TASKS = 500;
const COMPLETIONS = 40;
const SLUG = 'list-of-500';

/** Fills the student's own list; every fifth task has three steps. */
async function fill(url: string) {
  const student = `(SELECT pk FROM users WHERE email = '${demoEmail('student')}')`;
  await runSql(
    url,
    `INSERT INTO task_lists (owner_pk, created_by_pk, name, slug, color, private, created_at)
      VALUES (${student}, ${student}, 'List of ${TASKS}', '${SLUG}', 'blue', true, now())`,
    `INSERT INTO tasks (list_pk, owner_pk, created_by_pk, name, body, html_body, points, due_at, position,
        created_at, updated_at)
      SELECT list.pk, list.owner_pk, list.owner_pk, 'Task ' || i, '{"type":"doc","content":[]}', '', i % 21 * 5,
        now() + i * interval '1 hour', i, now(), now()
      FROM task_lists AS list, generate_series(1, ${TASKS}) AS i WHERE slug = '${SLUG}'`,
    `INSERT INTO tasks (list_pk, owner_pk, parent_pk, created_by_pk, name, body, html_body, points, position,
        created_at, updated_at)
      SELECT list_pk, owner_pk, tasks.pk, created_by_pk, 'Step ' || i, body, html_body, 0, i, now(), now()
      FROM tasks, generate_series(1, 3) AS i
      WHERE list_pk = (SELECT pk FROM task_lists WHERE slug = '${SLUG}') AND position::int % 5 = 0`,
  );
}

/**
 * Measures in real Chromium with the production build: from the pointer event to the frame after the checkbox changed.
 */
export async function bench(postgres: PostgresServer): Promise<void> {
  ensureBuilt();
  const url = await createBenchDatabase(postgres, 'bench_completion');
  const server = await startServerProcess({ DATABASE_URL: url });
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: CHROMIUM_ARGS,
  });
  try {
    await fill(url);
    const page = await browser.newPage({ baseURL: server.url, viewport: { width: 1280, height: 800 } });
    await page.goto('/');
    await new SignInPage(page).signIn(demoEmail('student'), DEMO_PASSWORD);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.goto(`/tasks/${SLUG}/`);
    await page.getByRole('list', { name: 'Tasks', exact: true }).waitFor();
    const times: number[] = [];
    for (let index = 1; index <= COMPLETIONS; index += 1) {
      const name = `Task ${index}`;
      await page.evaluate(
        (label) => {
          const measured = new Promise<number>((resolve) => {
            document.addEventListener(
              'pointerdown',
              ({ timeStamp }) => {
                const look = () => {
                  const box = document.querySelector(`[type=checkbox][id="${label.id}"]`) as HTMLInputElement;
                  // The label changes with the state of the app; the check mark alone could be the browser's own.
                  const isDone = box.checked && box.labels?.[0]?.textContent === `Reopen ${label.name}`;
                  if (!isDone) return void requestAnimationFrame(look);
                  // After the frame that paints it.
                  const { port1, port2 } = new MessageChannel();
                  port1.onmessage = () => resolve(performance.now() - timeStamp);
                  port2.postMessage(null);
                  return undefined;
                };
                requestAnimationFrame(look);
              },
              { once: true, capture: true },
            );
          });
          Object.assign(window, { measured });
        },
        await page
          .getByRole('checkbox', { name: `Complete ${name}`, exact: true })
          .evaluate(({ id }, text) => ({ id, name: text }), name),
      );
      await page
        .getByRole('checkbox', { name: `Complete ${name}`, exact: true })
        .click({ noWaitAfter: true });
      times.push(await page.evaluate(() => (window as unknown as { measured: Promise<number> }).measured));
      await page
        .getByRole('checkbox', { name: `Reopen ${name}`, exact: true })
        .waitFor({ state: 'detached' });
    }
    times.sort((a, b) => a - b);
    console.log(`\nCompleting a task in a list of ${TASKS}, click to painted, ${COMPLETIONS} times`);
    console.table({
      milliseconds: {
        p50: Math.round(percentile(times, 0.5)),
        p95: Math.round(percentile(times, 0.95)),
        worst: Math.round(percentile(times, 1)),
      },
    });
  } finally {
    await browser.close();
    await server.stop();
  }
}
