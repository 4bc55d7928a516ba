import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { responseMark } from '../../src/contract/calls.ts';
import { Refusal } from '../errors/errors.ts';
import { errorResponseOf } from './errorResponse.ts';

export type RequestTimeouts = {
  /** Time for the head of a request. */
  headMs: number;
  /** Time for a body without files: on the slowest supported connection, a megabyte takes 8 s. */
  bodyMs: number;
  /** Time without a byte in either direction. */
  silenceMs: number;
  /** Time for a whole request with files. */
  uploadMs: number;
  /** Time for the rest of a body that was rejected before it was read. */
  restMs: number;
};

export const requestTimeouts: RequestTimeouts = {
  headMs: 20_000,
  bodyMs: 60_000,
  silenceMs: 120_000,
  uploadMs: 15 * 60_000,
  restMs: 30_000,
};

const files = /^(multipart\/|application\/offset\+octet-stream)/i;

/** Returns the timeouts of Node's HTTP server. Slow heads are checked for twice per `headMs`. */
export function connectionOptions({ headMs, silenceMs, uploadMs }: RequestTimeouts) {
  return {
    connectionTimeout: silenceMs,
    requestTimeout: uploadMs,
    http: { headersTimeout: headMs, connectionsCheckingInterval: headMs / 2 },
  };
}

/** Disconnects clients that send a small body so slowly that they only occupy a connection. */
export function cutSlowBodies(app: FastifyInstance, { bodyMs }: RequestTimeouts): void {
  app.addHook('onRequest', ({ raw, headers }: FastifyRequest, _reply, done) => {
    // A request without a body is not `complete` either, and its response may last for hours.
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
 * Closes the connection of a request that is rejected before its body has arrived. Reads and drops the rest of the body for a
 * while: closing at once would reset the connection, and many clients would never see the response.
 */
export function closeUnread(app: FastifyInstance, { restMs }: RequestTimeouts): void {
  app.addHook('onSend', async ({ raw }: FastifyRequest, reply) => {
    if (raw.complete !== false || reply.statusCode < 400) return;
    // A small body arrives with the head and is read after it.
    await setImmediate();
    if (raw.complete) return;
    reply.header('connection', 'close');
    const { socket } = raw;
    // Node calls this once the response has been sent.
    socket.destroySoon = () => {
      socket.end();
      const timer = setTimeout(() => socket.destroy(), restMs).unref();
      socket.once('close', () => clearTimeout(timer));
      raw.once('end', () => socket.destroy());
    };
  });
}

/** Responds to a malformed or too slow request with the same body as any other failure. */
export function respondToBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // Not 408, because browsers then repeat the request by themselves.
  const slow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const { status, body } = errorResponseOf(new Refusal(slow ? 'unavailable' : 'invalid'));
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
 * Closes idle connections when the server stops; they would delay it for a minute. Includes connections that browsers open in
 * advance and never use, which Node does not count as idle.
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
