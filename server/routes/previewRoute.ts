import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calls } from '../../src/contract/calls.ts';
import { type PreviewSize, previewSizes } from '../../src/contract/files/previewSizes.ts';
import { hasPreview } from '../../src/contract/jobs/jobDetails.ts';
import type { ApprovedCaller } from '../access/access.ts';
import { serverCalls } from '../calls/calls.ts';
import { isStorable } from '../data/isStorable.ts';
import { forgetPreview, type PreviewState, previewFor } from '../data/messages/previews.ts';
import { Refusal } from '../errors/errors.ts';
import { digestOf, sendFile } from '../files/fileResponse.ts';
import { FileMissing } from '../files/files.ts';
import { callerOf } from '../http/route.ts';
import { type Previews, previewRetrySeconds } from '../previews/openPreviews.ts';
import type { Queue } from '../queue/queue.ts';
import type { Services } from '../services/services.ts';
import { nowSeconds } from '../time/clock.ts';

/** Well below the client's timeout of 8 s (§9). A client that is told to wait asks again. */
const usualWaitMs = 3000;

type PreviewMakers = { previews: Previews; queue: Pick<Queue, 'wake'> };
type Made = Extract<PreviewState, { is: 'made' }>;

function isSize(size: string): size is PreviewSize {
  return Object.hasOwn(previewSizes, size);
}

/** Returns the preview of a file, rendered now if needed, for users who may see the file's job. */
async function madePreview(
  services: Services,
  { previews, queue }: PreviewMakers,
  caller: ApprovedCaller,
  key: string,
  waitMs: number,
): Promise<Made> {
  const until = performance.now() + waitMs;
  for (;;) {
    const found = await previewFor(services.db, caller, key, nowSeconds(services));
    if (!found) throw new Refusal('not-found');
    const { file, preview } = found;
    if (preview.is === 'made') return preview;
    if (preview.is === 'none' || !hasPreview(file.contentType)) throw new Refusal('no-preview');
    const leftMs = until - performance.now();
    if (leftMs <= 0) throw new Refusal('preview-waits', { retryAfter: previewRetrySeconds });
    await previews.add(file, preview.queued);
    queue.wake('preview');
    await previews.wait(file, leftMs);
  }
}

/** Serves previews of stored files. Their access rule `preview` is that of the files. */
export function previewsRoutes(
  app: FastifyInstance,
  services: Services,
  makers: PreviewMakers,
  waitMs = usualWaitMs,
): void {
  async function answer(request: FastifyRequest, reply: FastifyReply, again = true): Promise<FastifyReply> {
    const { key = '', size = '' } = request.params as Record<string, string>;
    const { caller } = request;
    if (!isSize(size) || !isStorable(key)) throw new Refusal('not-found');
    const made = await madePreview(services, makers, caller as ApprovedCaller, key, waitMs);
    const { bytes, hash } = made[size];
    reply.header('etag', `"${hash}"`);
    if (request.headers['if-none-match'] === `"${hash}"`) return reply.code(304).send();
    const start = size === 'thumb' ? 0 : made.thumb.bytes;
    try {
      const stream = await services.files.get(made.key, { start, end: start + bytes - 1 });
      reply.header('content-length', bytes).header('repr-digest', digestOf(hash, 'base64url'));
      return await sendFile(request, reply, { stream, contentType: 'image/webp', fileName: `${size}.webp` });
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      if (!again) throw new Refusal('no-preview');
      await forgetPreview(services.db, key, made.key);
      return answer(request, reply, false);
    }
  }

  const row = serverCalls.preview;
  app.route({
    method: 'GET',
    url: `/api${calls.preview.path.replace(/\{(\w+)\}/g, ':$1')}`,
    exposeHeadRoute: false,
    config: { name: 'preview', cost: row.cost },
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      request.caller = await callerOf(request, row.access, services);
    },
    handler: (request, reply) => answer(request, reply),
  });
}
