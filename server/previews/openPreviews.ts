import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { dropTask, finishTask, releaseTask, rescheduleTask, savePayload } from '../data/leasedTasks.ts';
import {
  countDuePreviews,
  type PreviewedFile,
  type PreviewPart,
  renderedFile,
  saveNoPreview,
  savePreview,
} from '../data/messages/previews.ts';
import { enqueue, type Task } from '../data/tasks.ts';
import { Refusal } from '../errors/errors.ts';
import { FileMissing, newFileKey } from '../files/files.ts';
import type { TaskHandler } from '../queue/runTask.ts';
import type { Services } from '../services/services.ts';
import { nowSeconds } from '../time/clock.ts';
import { NoPreview, type Rendered, type RenderLimits, render, renderLimits } from './renderer.ts';

/** Renders previews of uploaded files on first request. */
export type Previews = {
  /** The handler of preview tasks. */
  handler: TaskHandler<'preview'>;
  /** Queues a preview, unless it is `queued` already. */
  add(file: PreviewedFile, queued: boolean): Promise<void>;
  /** Resolves when the preview may be done, or after about `mostMs`. Throws a Refusal when this process is about to stop. */
  wait(file: PreviewedFile, mostMs: number): Promise<void>;
  /** Aborts rendering; other processes take the tasks over. */
  close(): void;
};

export type PreviewsOptions = {
  /** Renderers at once in this process. */
  atOnce?: number;
  limits?: Partial<RenderLimits>;
  /** How long a request waits for its preview. */
  waitMs?: number;
};

type PreviewTask = Task<'preview'>;
type RenderedFile = NonNullable<Awaited<ReturnType<typeof renderedFile>>>;

/** Limit of one uploader, so that nobody fills the queue for everyone. */
const mostWaitingOfOne = 20;
/** After these the file has no preview until somebody wants to see it again. */
const mostAttempts = 6;
/** Delay of the one retry where the file took too much or crashed the renderer. */
const againSeconds = 3600;
/** What that retry may take, by the usual limits: a slow machine needs more time for the same file. */
const retryFactor = 3;
/** Delay of the first retry where the machine was too slow; each later one is four times as long. */
const slowSeconds = 60;
/** Delay of each retry where the store failed. */
const storeAgainSeconds = 15;
const pollMs = 250;
/** When a client that is told to wait asks again. */
export const previewRetrySeconds = 2;

const isOfMachine = (why: string) => why === 'slow' || why === 'killed';
const isOfStore = (why: string) => why === 'cut' || why === 'missing';
const isForGood = (why: string) => why === 'broken' || why === 'too-large';

function partOf(bytes: Buffer): PreviewPart {
  return { bytes: bytes.length, hash: createHash('sha256').update(bytes).digest('base64url') };
}

async function* inOrder({ thumb, page }: Rendered): AsyncGenerator<Uint8Array> {
  yield thumb;
  yield page;
}

/** Returns what an attempt may take. @param error of the attempt before, or `''` */
export function limitsOf({ error }: Pick<PreviewTask, 'error'>, all: RenderLimits): RenderLimits {
  const factor = error === 'time' || error === 'slow' ? retryFactor : 1;
  const { processorMs, timeMs, feedMs } = all;
  return { ...all, processorMs: processorMs * factor, timeMs: timeMs * factor, feedMs: feedMs * factor };
}

export function openPreviews(
  services: Pick<Services, 'db' | 'files' | 'now' | 'log'>,
  { atOnce = 2, limits = {} }: PreviewsOptions = {},
): Previews {
  const { db, files, log } = services;
  const stop = new AbortController();
  const handled = new EventEmitter().setMaxListeners(0);
  const allLimits = { ...renderLimits, ...limits };

  async function draw(
    task: PreviewTask,
    file: RenderedFile,
    storedKey: string,
    signal: AbortSignal,
  ): Promise<void> {
    const { key } = task.payload;
    const opened = { ...file, open: () => files.get(key) };
    const rendered = await render(opened, limitsOf(task, allLimits), signal);
    await files.put(storedKey, inOrder(rendered));
    const made = { key: storedKey, thumb: partOf(rendered.thumb), page: partOf(rendered.page) };
    const now = nowSeconds(services);
    const isSaved = await db.tx(
      async (tx) => (await finishTask(tx, task, { now, outcome: 'MADE' })) && savePreview(tx, key, made, now),
    );
    // The lease was lost, or the file was removed meanwhile: nothing would ever reference these bytes.
    if (!isSaved) await files.remove(storedKey);
  }

  async function saveFailure(task: PreviewTask, error: unknown, signal: AbortSignal): Promise<void> {
    const now = nowSeconds(services);
    const { key } = task.payload;
    if (signal.aborted) return releaseTask(db, task);
    const why = error instanceof NoPreview ? error.why : error instanceof FileMissing ? 'missing' : undefined;
    if (why === undefined) {
      // The store failed, not the file.
      log.error({ err: error, key }, 'a preview could not be made');
      await rescheduleTask(db, task, { runAfter: now + storeAgainSeconds, counts: false });
      return;
    }
    log.info({ key, reason: why }, 'a file has no preview');
    const isOfFile = !isOfMachine(why) && !isOfStore(why);
    const isSure = isForGood(why) || (isOfFile && task.error === why);
    if (!isSure) {
      const slow = isOfMachine(why) ? slowSeconds * 4 ** (task.attempts - 1) : againSeconds;
      const delay = isOfStore(why) ? storeAgainSeconds : slow;
      await rescheduleTask(db, task, { runAfter: now + delay, counts: true, error: why });
      return;
    }
    await db.tx(async (tx) => {
      if (await finishTask(tx, task, { now, outcome: 'NONE', error: why }))
        await saveNoPreview(tx, key, why, now);
    });
  }

  async function make(task: PreviewTask, signal: AbortSignal): Promise<void> {
    const { storedKey: left, key } = task.payload;
    const file = await renderedFile(db, key);
    const storedKey = newFileKey();
    // Saved before the bytes are stored, so that those of a process that dies are found.
    if (file && !(await savePayload(db, task, { key, storedKey }))) return;
    if (left) await files.remove(left).catch(() => undefined);
    if (!file) return dropTask(db, task);
    await draw(task, file, storedKey, signal).catch((error: unknown) => saveFailure(task, error, signal));
  }

  return {
    handler: {
      kind: 'preview',
      atOnce,
      // One uploader cannot take all renderers.
      atOnceOfLane: Math.max(1, atOnce - 1),
      leaseSeconds: 120,
      graceMs: 0,
      mostAttempts,
      async handle(task, { signal }) {
        try {
          await make(task, signal);
        } finally {
          handled.emit(task.payload.key);
        }
      },
    },
    async add({ key, lane }, queued) {
      const now = nowSeconds(services);
      if (queued || (await countDuePreviews(db, lane, now)) >= mostWaitingOfOne) return;
      await enqueue(db, [{ kind: 'preview', dedupeKey: key, lane, payload: { key }, runAfter: now }], now);
    },
    async wait({ key }, mostMs) {
      const late = new AbortController();
      const signal = AbortSignal.any([late.signal, stop.signal]);
      // Another process may render it.
      const poll = wait(Math.min(pollMs, mostMs), undefined, { signal });
      await Promise.race([once(handled, key, { signal }), poll]).catch(() => undefined);
      late.abort();
      if (stop.signal.aborted) throw new Refusal('preview-waits', { retryAfter: previewRetrySeconds });
    },
    close() {
      stop.abort();
    },
  };
}
