import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  claimPreview,
  letPreviewGo,
  noPreview,
  type PreviewedFile,
  type PreviewPart,
  previewMade,
} from '../data/previews.ts';
import { Refusal } from '../errors.ts';
import { FileMissing, newFileKey } from '../files/files.ts';
import { nowSeconds, type Services } from '../services.ts';
import { NoPreview, type Rendered, type RenderLimits, render, renderLimits } from './renderer.ts';
import { openTurns } from './turns.ts';

/** Makes previews of what is uploaded, when somebody first asks for them. */
export type Previews = {
  /**
   * Sees to it that a preview is made; resolves when there may be news of it, or after about `mostMs`. Refuses when this process is
   * about to end.
   */
  make(file: PreviewedFile, mostMs: number): Promise<void>;
  /** Ends what is being made, for others to make. */
  close(): Promise<void>;
};

export type PreviewsOptions = {
  /** Renderers at once in this process. */
  atOnce?: number;
  limits?: Partial<RenderLimits>;
  /** How long an answer waits for its preview. */
  waitMs?: number;
};

const mostWaiting = 200;
/** For what may have been the fault of a busy machine. */
const againSeconds = 3600;
const storeAgainSeconds = 15;
const lookMs = 250;

function partOf(bytes: Buffer): PreviewPart {
  return { bytes: bytes.length, hash: createHash('sha256').update(bytes).digest('base64url') };
}

async function* inOrder({ thumb, page }: Rendered): AsyncGenerator<Uint8Array> {
  yield thumb;
  yield page;
}

export function openPreviews(
  services: Pick<Services, 'db' | 'files' | 'now' | 'log'>,
  { atOnce = 2, limits = {} }: PreviewsOptions = {},
): Previews {
  const { db, files, log } = services;
  const turns = openTurns(atOnce, mostWaiting);
  /** Whether it came to anything, here. */
  const making = new Map<string, Promise<boolean>>();
  const stop = new AbortController();
  const { signal } = stop;
  const allLimits = { ...renderLimits, ...limits };

  async function draw(file: PreviewedFile, key: string): Promise<void> {
    const source = await files.get(file.key);
    const rendered = await render({ ...file, source }, allLimits, signal);
    await files.put(key, inOrder(rendered));
    const made = { key, thumb: partOf(rendered.thumb), page: partOf(rendered.page) };
    // Too late, or of a file that was taken away meanwhile: nobody would ever find these bytes.
    if (!(await previewMade(db, file.key, made))) await files.remove(key);
  }

  async function noteFailure(file: PreviewedFile, key: string, error: unknown): Promise<void> {
    const now = nowSeconds(services);
    if (signal.aborted) return letPreviewGo(db, file.key, key, now);
    const why = error instanceof NoPreview ? error.why : error instanceof FileMissing ? 'missing' : undefined;
    if (why === undefined) {
      await letPreviewGo(db, file.key, key, now + storeAgainSeconds);
      throw error;
    }
    log.info({ key: file.key, why }, 'a file has no preview');
    const again = why === 'broken' || why === 'too-large' ? null : now + againSeconds;
    await noPreview(db, file.key, { key, why, again });
  }

  async function claimAndDraw(file: PreviewedFile): Promise<boolean> {
    if (signal.aborted) return false;
    const key = newFileKey();
    const claim = await claimPreview(db, file.key, key, nowSeconds(services));
    if (!claim) return false;
    if (claim.left !== null) await files.remove(claim.left).catch(() => undefined);
    await draw(file, key).catch((error: unknown) => noteFailure(file, key, error));
    return true;
  }

  function begin(file: PreviewedFile): Promise<boolean> | null {
    const known = making.get(file.key);
    if (known) return known;
    const turn = turns.take(file.uploadedBy, () => claimAndDraw(file));
    if (!turn) return null;
    const mine = turn
      .catch((error: unknown) => {
        log.error({ err: error, key: file.key }, 'a preview was not made');
        return false;
      })
      .finally(() => making.delete(file.key));
    making.set(file.key, mine);
    return mine;
  }

  return {
    async make(file, mostMs) {
      const late = new AbortController();
      const isNews = await Promise.race([
        begin(file) ?? false,
        wait(mostMs, false, { signal: late.signal }).catch(() => false),
      ]);
      late.abort();
      if (signal.aborted) throw new Refusal('preview-waits');
      // Another process makes it, or there is no room: to be looked for again, but not at once.
      if (!isNews) await wait(Math.min(lookMs, mostMs));
    },
    async close() {
      stop.abort();
      await Promise.all(making.values());
    },
  };
}
