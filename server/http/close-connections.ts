import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Makes the server stop as soon as its running requests are complete. Otherwise Node.js waits for connections that
 * browsers opened in advance (half a minute), and for those whose last request was running (more than a minute).
 */
export function closeConnectionsOnStop(server: FastifyInstance) {
  let isStopping = false;
  const unused = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.server.on('request', ({ socket }) => unused.delete(socket));
  server.addHook('preClose', async () => {
    isStopping = true;
    for (const socket of unused) socket.destroy();
  });
  server.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close');
  });
}
