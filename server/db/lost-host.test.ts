/** Connections to a database whose host disappeared without closing them, as after a failover. PostgreSQL only. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { createDatabase } from '#tests/helpers/database/create-database.ts';
import { Database } from './database.ts';

/** A network between the server and the database. */
class Network {
  readonly #connections: [net.Socket, net.Socket][] = [];
  readonly #server: net.Server;

  constructor({ hostname, port }: URL) {
    this.#server = net.createServer((near) => {
      const far = net.connect(Number(port), hostname);
      near.pipe(far).pipe(near);
      for (const one of [near, far]) one.on('error', () => undefined);
      this.#connections.push([near, far]);
    });
  }

  async start(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as net.AddressInfo).port;
  }

  /** Forwards nothing more on the open connections. New ones work. */
  freeze(): void {
    for (const [near, far] of this.#connections) {
      near.unpipe(far).pause();
      far.unpipe(near).pause();
    }
  }

  stop(): void {
    for (const sockets of this.#connections) for (const one of sockets) one.destroy();
    this.#server.close();
  }
}

it.runIf(inject('engine') === 'postgres')(
  'fail in time, and later statements use new connections',
  async () => {
    const url = new URL(await createDatabase(inject('template'), `lost_${randomBytes(6).toString('hex')}`));
    const network = new Network(url);
    [url.hostname, url.port] = ['127.0.0.1', String(await network.start())];
    const database = await Database.open({ engine: 'postgres', url: url.href, responseMs: 1000 });
    const read = () => database.query('SELECT 1 AS n');
    const statements = {
      read,
      search: () => database.search('SELECT 1 AS n'),
      transaction: () => database.transaction(read),
      kysely: async () => (await sql`SELECT 1 AS n`.execute(database.kysely)).rows,
    };
    try {
      for (const [name, run] of Object.entries(statements)) {
        expect(await run(), name).toEqual([{ n: 1 }]);
        network.freeze();
        await expect(run(), name).rejects.toThrow(/Query read timeout|Connection terminated/);
        await expect.poll(run, { message: name }).toEqual([{ n: 1 }]);
      }
    } finally {
      network.stop();
      await database.close();
    }
  },
);
