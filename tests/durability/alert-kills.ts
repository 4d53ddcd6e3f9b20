import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { SMTPServer } from 'smtp-server';
import { Database } from '#server/db/database.ts';
import { prepareDatabase } from '#server/db/prepare.ts';
import { EVENT_JOB, SWEEP_JOB } from '#server/features/alerts/alerts.jobs.ts';
import { createJobs } from '#server/jobs/queue.ts';
import { JOBS_SCHEMA } from '#server/jobs/queue.sql.ts';
import { startServerProcess, type TestServer } from '../e2e/server.ts';
import { createList, createTask } from '../factories/tasks.ts';
import { createUser, relate, type TestUser } from '../factories/users.ts';
import { createDatabase } from '../helpers/database/create-database.ts';
import { getFreePort } from '../helpers/server/free-port.ts';
import type { PostgresServer } from '../helpers/database/postgres-server.ts';

/** The counts after one of two processes was killed repeatedly. */
export interface KillResult {
  kills: number;
  causes: number;
  lost: number;
  doubled: number;
  mails: number;
  mailsLost: number;
  mailsDoubled: number;
}

const PEOPLE = 10;

/** Starts a mail server that records the messages it accepted. */
async function startMailServer() {
  const taken = new Map<string, number>();
  const port = await getFreePort();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (chunk) => (text += String(chunk)));
      stream.on('end', () => {
        const id = /^message-id: *(\S+)/im.exec(text)?.[1] ?? '(none)';
        taken.set(id, (taken.get(id) ?? 0) + 1);
        done();
      });
    },
  });
  // The connection of a killed server breaks.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return { url: `smtp://127.0.0.1:${port}`, taken, close: () => server.close() };
}

interface Made {
  lost: number;
  doubled: number;
}

/** Each task causes two alerts: it was added, and it is overdue. */
const ALERTS_OF_CAUSES = `
  SELECT count(*) FILTER (WHERE made.times IS NULL)::int AS lost, count(*) FILTER (WHERE made.times > 1)::int AS doubled
  FROM tasks CROSS JOIN (VALUES ('task_added'), ('task')) AS cause (kind)
  LEFT JOIN (
    SELECT user_pk, split_part(key, ':', 1) AS kind, split_part(key, ':', 2)::int AS task_pk, count(*) AS times
    FROM alerts WHERE key LIKE 'task\\_added:%' OR key LIKE 'task:%:overdue:%' GROUP BY 1, 2, 3
  ) AS made ON made.user_pk = tasks.owner_pk AND made.task_pk = tasks.pk AND made.kind = cause.kind`;

/** Simulates the two minutes after which the jobs and emails of a killed process can be claimed again. */
const EXPIRE_WORK_OF_KILLED = `
  WITH expired AS (
    UPDATE pgboss.job SET started_on = started_on - interval '1 hour'
    WHERE state = 'active' AND started_on < now() - interval '10 seconds'
  )
  UPDATE mails SET claimed_until = now() WHERE claimed_until < now() + interval '80 seconds'`;

/** The interval of the alert sweep: sixty times as often as in production. */
const SWEEP_EVERY_MS = 5_000;

/**
 * Runs two servers on one PostgreSQL that create alerts and emails for `seconds`, and kills one of them, in turn, every
 * `killEvery` seconds. Then counts: each cause must have created one alert, each reminder one email.
 */
export async function runAlertKills(
  postgres: PostgresServer,
  { seconds, killEvery }: { seconds: number; killEvery: number },
): Promise<KillResult> {
  const url = await createDatabase(postgres.url, `kills_${Date.now()}`);
  const database = await Database.open({ engine: 'postgres', url, poolSize: 4 });
  await prepareDatabase(database);
  const smtp = await startMailServer();
  const env = { DATABASE_URL: url, SMTP_URL: smtp.url, DEMO_DATA: 'false' };
  const servers: TestServer[] = [await startServerProcess(env), await startServerProcess(env)];
  const jobs = createJobs(database, { workers: false });
  await jobs.start();

  const mentor = await createUser(database, { role: 'mentor' });
  const people: TestUser[] = [];
  for (let count = 0; count < PEOPLE; count += 1) {
    const student = await createUser(database);
    await relate(database, student, mentor);
    people.push(student);
  }
  // No quiet hours: the time of day must not affect the count.
  await database.execute(
    `INSERT INTO alert_settings (user_pk, unsubscribe_token, quiet_hours_start, quiet_hours_end)
    SELECT pk, md5(pk::text), 0, 0 FROM users`,
  );
  const lists = await Promise.all(people.map((person) => createList(database, person)));

  let causes = 0;
  let kills = 0;
  const end = Date.now() + seconds * 1000;
  let nextSweep = 0;
  let nextKill = Date.now() + killEvery * 1000;
  while (Date.now() < end) {
    const list = lists[causes % PEOPLE] as (typeof lists)[number];
    const task = await createTask(database, list, {
      createdBy: mentor,
      dueAt: new Date(Date.now() - 60_000),
    });
    await jobs.send(EVENT_JOB, { kind: 'task_added', event: { taskPk: task.pk } });
    causes += 1;
    if (Date.now() >= nextSweep) {
      await jobs.send(SWEEP_JOB, {});
      nextSweep = Date.now() + SWEEP_EVERY_MS;
    }
    if (Date.now() >= nextKill) {
      const victim = servers[kills % 2] as TestServer;
      await victim.kill();
      await victim.start();
      kills += 1;
      nextKill = Date.now() + killEvery * 1000;
    }
    await sleep(50);
  }

  const count = async (text: string) =>
    ((await database.execute(text)) as { count: number }[])[0]?.count ?? 0;
  const countAlerts = async () => ((await database.execute(ALERTS_OF_CAUSES)) as [Made])[0];
  const waiting = async () =>
    (await countAlerts()).lost +
    (await count(`SELECT count(*)::int AS count FROM mails WHERE state <> 'sent'`));
  // Looks for expired jobs each second; the servers do so only once a minute.
  const supervisor = new PgBoss({
    connectionString: url,
    schema: JOBS_SCHEMA,
    migrate: false,
    schedule: false,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
  });
  await supervisor.start();
  for (const patience = Date.now() + 300_000; Date.now() < patience && (await waiting()) > 0;) {
    await database.execute(EXPIRE_WORK_OF_KILLED);
    await jobs.send(SWEEP_JOB, {});
    await sleep(2000);
  }
  const { lost, doubled } = await countAlerts();
  const mails = await count('SELECT count(*)::int AS count FROM mails');
  const result: KillResult = {
    kills,
    causes: causes * 2,
    lost,
    doubled,
    mails,
    mailsLost: mails - smtp.taken.size,
    mailsDoubled: [...smtp.taken.values()].filter((times) => times > 1).length,
  };
  await supervisor.stop();
  await jobs.stop();
  for (const server of servers) await server.stop();
  await database.close();
  smtp.close();
  return result;
}
