import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { closeConnectionsOnStop } from './close-connections.ts';

test('a stopping server completes running requests, and waits for no other connection', async () => {
  const server = Fastify();
  closeConnectionsOnStop(server);
  let finish = () => {};
  const mayFinish = new Promise<void>((resolve) => (finish = resolve));
  server.get('/', async () => {
    await mayFinish;
    return 'done';
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const answered = fetch(`http://127.0.0.1:${port}/`);
  await once(server.server, 'request');
  const unused = connect(port, '127.0.0.1');
  await once(server.server, 'connection');

  const stopped = server.close();
  await once(unused, 'close');
  finish();
  expect(await (await answered).text()).toBe('done');
  await stopped;
});
