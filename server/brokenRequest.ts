import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { answerOf, Refusal } from './errors.ts';

/** Answers what is no HTTP, or took too long to arrive, in the same form as any other failure. */
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
      '',
      json,
    ].join('\r\n'),
  );
}
