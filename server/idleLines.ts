import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const checkMs = 100;

/**
 * Closes lines at a stop that would hold it up for a minute: those on which nothing is asked any more, and those on which nothing
 * ever was, which browsers open in advance and Node does not count among the idle.
 */
export function closeIdleLines(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('preClose', async () => {
    const timer = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
    }, checkMs).unref();
    app.server.once('close', () => clearInterval(timer));
  });
}
