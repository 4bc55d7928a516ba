import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { maxUploadBytes } from '../../src/contract/limits.ts';
import { isUploadId, tusVersion, uploadsPath } from '../../src/contract/uploads.ts';
import { otherCosts } from '../http/callCosts.ts';
import { Refusal, Unavailable } from '../http/errors.ts';
import { callerOf } from '../http/route.ts';
import type { Services } from '../services.ts';
import { checksumAlgorithms, checksumOf } from '../uploads/checksum.ts';
import { UploadStore } from '../uploads/uploadStore.ts';

const base = `/api${uploadsPath}`;
const idBytes = 24;

const notImplemented = 501;
const notOffered =
  'An upload says its length when it begins and is one file: Upload-Defer-Length and Upload-Concat are not offered.';

const offered = {
  'tus-resumable': tusVersion,
  'tus-version': tusVersion,
  'tus-extension': 'creation,creation-with-upload,expiration,termination,checksum',
  'tus-checksum-algorithm': checksumAlgorithms.join(','),
  'tus-max-size': String(maxUploadBytes),
};

/** Nobody is locked out: which piece counts is decided when it is kept (`UploadStore`). */
const noLocks = { newLock: () => ({ lock: async () => {}, unlock: async () => {} }) };

/** What the protocol calls by its status, in our codes. */
function refusalOf(status: number): Refusal | null {
  if (status === 404) return new Refusal('not-found');
  if (status === 410) return new Refusal('upload-gone');
  if (status === 413) return new Refusal('too-large');
  return null;
}

/** Undefined where a new one is made; null for what is no id. */
function idOf({ params }: FastifyRequest): string | undefined | null {
  const { id } = params as { id?: string };
  return id === undefined || isUploadId(id) ? id : null;
}

/** The body, apart from its line: the protocol may stop reading, and the answer must still reach the sender. */
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

/** The one PATCH that goes on with an upload. */
const writing = new Map<string, Turn>();
type Turn = { isOver: boolean; body: PassThrough };

/**
 * Ends an earlier PATCH of the same upload that is still under way: its sender has given it up, on a connection that died without a
 * word, or holds many open to fill the disk. What came of it is dropped, and the new one begins where the upload has come to.
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
    // The rest is read and forgotten, so that the line can be used again.
    request.raw.unpipe(body);
    request.raw.resume();
  }
  // A piece that was kept before another request took over is acknowledged.
  if (turn?.isOver && answer.status >= 400)
    return reply.code(409).send({ errorMessage: 'Another request goes on with this upload.', code: '' });
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
 * Files in pieces: the tus protocol with `@tus/server`, for whoever may write to a job. Whose an upload is, is asked for at every
 * piece; to anybody else there is no such upload.
 */
export function uploadsRoutes(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    const leaveUnread = (_request: unknown, _payload: unknown, done: (error: null) => void) => done(null);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', leaveUnread);
    scope.addHook('onSend', async (_request, reply) => {
      reply.headers({ 'tus-resumable': tusVersion, 'cache-control': 'no-store' });
    });

    // What is offered, for whoever asks; across origins a browser may ask with HEAD only, and its own OPTIONS are answered before.
    scope.route({
      method: ['OPTIONS', 'HEAD'],
      url: base,
      config: { cors: { strictPreflight: false } },
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
          request.caller = await callerOf(request, 'updateJob', services);
          if (idOf(request) === null) throw new Refusal('not-found');
        },
        handler: (request, reply) => speakTus(request, reply, services),
      });
    }
  });
}
