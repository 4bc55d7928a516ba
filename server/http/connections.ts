import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { responseMark } from '../../src/contract/calls.ts';
import { answerOf, Refusal } from './errors.ts';

export type Patience = {
  /** For the head of a request. */
  headMs: number;
  /** For a body that is no file: a megabyte takes 8 s on the slowest line that is reckoned with. */
  bodyMs: number;
  /** Without a byte in either direction. */
  silenceMs: number;
  /** For a request with files, all in all. */
  uploadMs: number;
  /** For the rest of a body that was refused before it was read. */
  restMs: number;
};

export const patience: Patience = {
  headMs: 20_000,
  bodyMs: 60_000,
  silenceMs: 120_000,
  uploadMs: 15 * 60_000,
  restMs: 30_000,
};

const files = /^(multipart\/|application\/offset\+octet-stream)/i;

/** Returns the settings of the server itself. Slow heads are looked for twice as often as they may last. */
export function connectionOptions({ headMs, silenceMs, uploadMs }: Patience) {
  return {
    connectionTimeout: silenceMs,
    requestTimeout: uploadMs,
    http: { headersTimeout: headMs, connectionsCheckingInterval: headMs / 2 },
  };
}

/** Cuts off clients that send a small body drop by drop: they hold a connection for nothing. */
export function cutSlowBodies(app: FastifyInstance, { bodyMs }: Patience): void {
  app.addHook('onRequest', ({ raw, headers }: FastifyRequest, _reply, done) => {
    // What has no body is not complete yet either, and is never read to its end: its response may last for hours.
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody && !raw.complete && !files.test(headers['content-type'] ?? '')) {
      const timer = setTimeout(() => raw.destroy(), bodyMs);
      timer.unref();
      for (const over of ['end', 'close']) raw.once(over, () => clearTimeout(timer));
    }
    done();
  });
}

/**
 * Closes the connection of a request that is refused before its body has arrived: the answer says so, and what is still on its way is
 * read and forgotten for a while. To cut it off at once would reset the connection, and many clients would never see the answer.
 */
export function closeUnread(app: FastifyInstance, { restMs }: Patience): void {
  app.addHook('onSend', async ({ raw }: FastifyRequest, reply) => {
    if (raw.complete !== false || reply.statusCode < 400) return;
    // A small body comes with the head, and is read after it.
    await setImmediate();
    if (raw.complete) return;
    reply.header('connection', 'close');
    const { socket } = raw;
    // Called by Node once the answer has left.
    socket.destroySoon = () => {
      socket.end();
      const timer = setTimeout(() => socket.destroy(), restMs).unref();
      socket.once('close', () => clearTimeout(timer));
      raw.once('end', () => socket.destroy());
    };
  });
}

/** Answers what is no HTTP, or took too long to arrive, in the form of any other failure. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // Not 408: browsers send a request again by themselves when they get that.
  const slow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const { status, body } = answerOf(new Refusal(slow ? 'unavailable' : 'invalid'));
  const json = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(json)}`,
      'Connection: close',
      `${responseMark}: 1`,
      '',
      json,
    ].join('\r\n'),
  );
}

const idleCheckMs = 100;

/**
 * Closes idle connections at a stop, which they would hold up for a minute: also those that browsers open in advance and never use,
 * which Node does not count among the idle.
 */
export function closeIdleAtStop(app: FastifyInstance): void {
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
    }, idleCheckMs).unref();
    app.server.once('close', () => clearInterval(timer));
  });
}
