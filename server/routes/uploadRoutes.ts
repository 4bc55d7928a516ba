import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUploadId, tusVersion, uploadsPath } from '../../src/contract/files/uploads.ts';
import { maxUploadBytes } from '../../src/contract/limits.ts';
import { serverCalls } from '../calls/calls.ts';
import { Refusal, Unavailable } from '../errors/errors.ts';
import { otherCosts } from '../http/callCosts.ts';
import { callerOf } from '../http/route.ts';
import type { Services } from '../services/services.ts';
import { checksumAlgorithms, checksumOf } from '../uploads/checksum.ts';
import { UploadStore } from '../uploads/uploadStore.ts';

const base = `/api${uploadsPath}`;
const idBytes = 24;

const notImplemented = 501;
const notOffered =
  'Upload-Defer-Length and Upload-Concat aren’t supported: an upload is one file and gives its length when it is created.';

const offered = {
  'tus-resumable': tusVersion,
  'tus-version': tusVersion,
  'tus-extension': 'creation,creation-with-upload,expiration,termination,checksum',
  'tus-checksum-algorithm': checksumAlgorithms.join(','),
  'tus-max-size': String(maxUploadBytes),
};

/** Disables the library's locks: `UploadStore` decides which chunk counts when it is stored. */
const noLocks = { newLock: () => ({ lock: async () => {}, unlock: async () => {} }) };

/** Returns our error for a status of the protocol, or null. */
function refusalOf(status: number): Refusal | null {
  if (status === 404) return new Refusal('not-found');
  if (status === 410) return new Refusal('upload-gone');
  if (status === 413) return new Refusal('too-large');
  return null;
}

/** Returns the id of an upload; undefined for a creation, null when it is invalid. */
function idOf({ params }: FastifyRequest): string | undefined | null {
  const { id } = params as { id?: string };
  return id === undefined || isUploadId(id) ? id : null;
}

/** Returns the body detached from its connection: the library may stop reading, and the response must still reach the client. */
function bodyOf({ raw, method }: FastifyRequest): PassThrough | null {
  if (method !== 'PATCH' && method !== 'POST') return null;
  const body = new PassThrough();
  raw.on('error', (error) => body.destroy(error));
  return raw.pipe(body);
}

function webRequest(request: FastifyRequest, body: PassThrough | null): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  return new Request(`http://uploads${request.url}`, {
    method: request.method,
    headers,
    ...(body ? { body: Readable.toWeb(body) as ReadableStream, duplex: 'half' } : {}),
  } as RequestInit);
}

/** The active PATCH of each upload. */
const writing = new Map<string, Turn>();
type Turn = { isOver: boolean; body: PassThrough };

/**
 * Ends an earlier PATCH of the same upload that is still in flight: its client gave it up on a dead connection, or holds many open
 * to fill the disk. What it brought is dropped, and the new one continues at the stored offset.
 */
function takeTurn(upload: string, body: PassThrough): Turn {
  const before = writing.get(upload);
  if (before) {
    before.isOver = true;
    before.body.destroy(new Error('superseded'));
  }
  const turn = { isOver: false, body };
  writing.set(upload, turn);
  return turn;
}

async function speakTus(request: FastifyRequest, reply: FastifyReply, services: Services) {
  const uid = request.caller?.uid ?? '';
  const checksum = checksumOf(request.headers['upload-checksum']);
  const thrown: { error?: unknown } = {};
  const body = bodyOf(request);
  const place = `${uid} ${idOf(request)}`;
  const turn = request.method === 'PATCH' && body ? takeTurn(place, body) : null;
  const server = new Server({
    path: base,
    datastore: new UploadStore(services, uid, checksum, () => turn?.isOver === true),
    locker: noLocks,
    relativeLocation: true,
    maxSize: maxUploadBytes,
    allowedOrigins: [],
    getFileIdFromRequest: () => idOf(request) ?? undefined,
    namingFunction: () => randomBytes(idBytes).toString('base64url'),
    onResponseError(_request, error) {
      thrown.error = error;
      return undefined;
    },
  });
  const asked = webRequest(request, body) as Parameters<Server['handleWeb']>[0];
  const answer = await server.handleWeb(asked).finally(() => {
    if (writing.get(place) === turn) writing.delete(place);
  });
  if (body && !body.readableEnded) {
    // Reads and drops the rest, so that the connection can be reused.
    request.raw.unpipe(body);
    request.raw.resume();
  }
  // A chunk that was stored before another request took over is acknowledged.
  if (turn?.isOver && answer.status >= 400)
    return reply.code(409).send({ errorMessage: 'Another request has taken over this upload.', code: '' });
  if (answer.status >= 400) {
    const { error } = thrown;
    if (error instanceof Refusal || error instanceof Unavailable) throw error;
    if (answer.status >= 500 && answer.status !== notImplemented) throw error;
    const refusal = refusalOf(answer.status);
    if (refusal) throw refusal;
  }
  for (const [name, value] of answer.headers) {
    if (!/^(access-control-|content-|connection)/.test(name)) reply.header(name, value);
  }
  reply.code(answer.status);
  if (answer.status < 400) return reply.send();
  // Statuses that only this protocol has.
  const said = (await answer.text()).trim() || 'The upload request wasn’t recognized.';
  const errorMessage = answer.status === notImplemented ? notOffered : said;
  return reply.send({ errorMessage, code: '' });
}

/**
 * Serves resumable uploads (tus, with `@tus/server`) for users who may write to a job. Checks the owner at every chunk; for other
 * users an upload does not exist.
 */
export function uploadsRoutes(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    const leaveUnread = (_request: unknown, _payload: unknown, done: (error: null) => void) => done(null);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', leaveUnread);
    scope.addHook('onSend', async (_request, reply) => {
      reply.headers({ 'tus-resumable': tusVersion, 'cache-control': 'no-store' });
    });

    // Describes the protocol without sign-in.
    scope.route({
      method: ['OPTIONS', 'HEAD'],
      url: base,
      onSend: async (_request, reply) => void reply.headers(offered),
      handler: (_request, reply) => reply.code(204).send(),
    });
    for (const [method, url] of [
      ['POST', base],
      ['HEAD', `${base}/:id`],
      ['PATCH', `${base}/:id`],
      ['DELETE', `${base}/:id`],
    ] as const) {
      scope.route({
        method,
        url,
        config: { name: 'uploads', cost: otherCosts.uploads },
        onRequest: async (request) => {
          request.caller = await callerOf(request, serverCalls.updateJob.access, services);
          if (idOf(request) === null) throw new Refusal('not-found');
        },
        handler: (request, reply) => speakTus(request, reply, services),
      });
    }
  });
}
