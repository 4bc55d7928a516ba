import type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFPageProxy, RenderTask } from 'pdfjs-dist';
import { pdfPath } from '../../../offline/pdfFiles.ts';
import { scriptAddress } from '../../../scriptAddress.ts';
import { once } from '../../../timing.ts';
import { createDrawQueue, type Priority } from './drawQueue.ts';
import { PlanError } from './PlanError.ts';
import { type PageText, textOf } from './pageText.ts';
import type { PlanSource } from './planSource.ts';
import { withVisibleTimeout } from './withVisibleTimeout.ts';

type PdfJs = typeof import('pdfjs-dist');

/** A rectangle on a page, in points (1/72 inch) from its top left corner. */
export type Box = { x: number; y: number; width: number; height: number };
export type Size = Pick<Box, 'width' | 'height'>;

type DrawOptions = {
  /** The part of the page. */
  box: Box;
  /** Pixels per point. */
  scale: number;
  priority: Priority;
  signal?: AbortSignal;
};

/** An open PDF, whose pages are counted from 1. Only what was asked for last is in memory. */
export type Plan = {
  pageCount: number;
  sizeOf(page: number): Promise<Size>;
  /**
   * Draws a part of a page, in workers, so that nothing in a document can make the app hang.
   *
   * @throws PlanError when that fails or takes too long; the signal's reason when aborted
   */
  draw(page: number, options: DrawOptions): Promise<HTMLCanvasElement>;
  /** Returns the address of a small picture of a page, as JPEG; drawn once. */
  thumb(page: number, signal: AbortSignal): Promise<string>;
  /** Returns the text of a page; what was returned once costs nothing more. */
  text(page: number, signal: AbortSignal): Promise<string>;
  /** Returns the text of a page with the place of each piece. */
  pieces(page: number, signal: AbortSignal): Promise<PageText>;
  /** Names the page on screen, whose drawing instructions are kept; those of others are dropped. */
  show(page: number): void;
  close(): void;
};

/** Longer drawing is taken for endless. Counted while the page is visible: browsers draw nothing else. */
const drawLimitMs = 20_000;
const openLimitMs = 30_000;
/** More drawing instructions on a page are taken for a trap; crowded plans have a tenth of it. They grow while they are read. */
const maxInstructions = 1_000_000;
/** Pixels of the largest decoded image: A0 at 400 dpi. */
const maxImagePixels = 2 ** 28;
/** Pixels of a canvas: iOS draws no larger one. */
export const maxCanvasPixels = 16_000_000;
/** The edges of thumbnails, in pixels: sharp on most screens. */
const thumbPixels = 240;
const maxThumbs = 500;
/** Fonts and other shared objects are dropped after so many pages. */
const pagesPerCleanup = 12;

const loadPdfJs = once(async (): Promise<PdfJs> => {
  try {
    return (await import(/* @vite-ignore */ `${pdfPath}pdf.min.mjs`)) as PdfJs;
  } catch {
    throw new PlanError('viewer-missing');
  }
});

type Opened = { pdf: PDFDocumentProxy; close: () => void };

function startWorker(script: 'pdf.worker' | 'pdf.renderer'): Worker {
  return new Worker(scriptAddress(`${pdfPath}${script}.min.mjs`), { type: 'module' });
}

/** Opens the document with workers of its own, which end with it. */
async function openDocument(source: PlanSource): Promise<Opened> {
  const library = await loadPdfJs();
  const { data, range } = await source.read(library.PDFDataRangeTransport);
  const parser = startWorker('pdf.worker');
  const renderer = startWorker('pdf.renderer');
  library.GlobalWorkerOptions.rendererPorts = [renderer];
  const file = (folder: string) => new URL(`${pdfPath}${folder}/`, location.href).href;
  const task: PDFDocumentLoadingTask = library.getDocument({
    ...(range ? { range, rangeChunkSize: 2 ** 17, disableAutoFetch: true } : { data }),
    worker: library.PDFWorker.create({ port: parser } as never),
    cMapUrl: file('cmaps'),
    standardFontDataUrl: file('standard_fonts'),
    wasmUrl: file('wasm'),
    iccUrl: file('iccs'),
    maxImageSize: maxImagePixels,
    verbosity: library.VerbosityLevel.ERRORS,
  });
  const close = () => {
    source.stop();
    void task.destroy().catch(() => undefined);
    parser.terminate();
    renderer.terminate();
  };
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  source.onFailure(failed.reject);
  parser.addEventListener('error', () => failed.reject(new PlanError('viewer-missing')));
  try {
    const opening = Promise.race([task.promise, failed.promise]);
    return { pdf: await withVisibleTimeout(opening, openLimitMs, source.isWaiting), close };
  } catch (error) {
    close();
    throw PlanError.of(error);
  }
}

/** @throws PlanError when the document cannot be opened */
export async function openPlan(source: PlanSource): Promise<Plan> {
  let opened: Promise<Opened> | null = openDocument(source);
  let isClosed = false;
  let shown = 0;
  let drawnPages = 0;
  const first = await opened;
  const queue = createDrawQueue();
  const texts = new Map<number, string>();
  const thumbs = new Map<number, string>();
  const endless = new Set<number>();

  /** Ends the workers, which are busy with something that does not end. */
  async function restart(): Promise<void> {
    const stuck = opened;
    opened = null;
    (await stuck)?.close();
  }

  async function pageOf(page: number): Promise<PDFPageProxy> {
    if (isClosed) throw new DOMException('The plan is closed.', 'AbortError');
    opened ??= openDocument(source);
    const { pdf } = await opened;
    return pdf.getPage(page);
  }

  /** Runs work on a page when its turn has come; what it drew is dropped afterwards. */
  async function onPage<T>(
    page: number,
    { priority, signal }: Pick<DrawOptions, 'priority' | 'signal'>,
    work: (proxy: PDFPageProxy, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (endless.has(page)) throw new PlanError('too-complex');
    return queue.add(priority, signal, async (stop) => {
      try {
        const proxy = await withVisibleTimeout(pageOf(page), openLimitMs, source.isWaiting);
        const working = Promise.race([work(proxy, stop), abortOf(stop)]);
        const result = await withVisibleTimeout(working, drawLimitMs, source.isWaiting);
        if (page !== shown) proxy.cleanup();
        return result;
      } catch (error) {
        stop.throwIfAborted();
        const failure = PlanError.of(error);
        if (failure instanceof PlanError && failure.code === 'too-complex') {
          endless.add(page);
          await restart();
        }
        throw failure;
      }
    });
  }

  function drawOn(page: number, { box, scale, priority, signal }: DrawOptions): Promise<HTMLCanvasElement> {
    return onPage(page, { priority, ...(signal && { signal }) }, async (proxy, stop) => {
      const viewport = proxy.getViewport({ scale, offsetX: -box.x * scale, offsetY: -box.y * scale });
      const canvas = document.createElement('canvas');
      canvas.width = Math.max(1, Math.round(box.width * scale));
      canvas.height = Math.max(1, Math.round(box.height * scale));
      let instructions: readonly unknown[] = [];
      const task: RenderTask = proxy.render({
        canvas,
        viewport,
        // Leaves nothing out, for a part of the page either: an instruction that draws nothing may end one that clips what follows.
        operationsFilter(_: number, list: { fnArray: readonly unknown[] }) {
          instructions = list.fnArray;
          return true;
        },
      } as Parameters<typeof proxy.render>[0]);
      const cancel = () => task.cancel();
      stop.addEventListener('abort', cancel, { once: true });
      const tooMany = Promise.withResolvers<never>();
      const timer = setInterval(() => {
        if (instructions.length > maxInstructions) tooMany.reject(new PlanError('too-complex'));
      }, 100);
      try {
        await Promise.race([task.promise, tooMany.promise]);
        return canvas;
      } finally {
        clearInterval(timer);
        stop.removeEventListener('abort', cancel);
      }
    });
  }

  const plan: Plan = {
    pageCount: first.pdf.numPages,
    async sizeOf(page) {
      const { width, height } = (await pageOf(page)).getViewport({ scale: 1 });
      return { width, height };
    },
    draw: drawOn,
    async thumb(page, signal) {
      const known = thumbs.get(page);
      if (known) return known;
      const { width, height } = await plan.sizeOf(page);
      const box = { x: 0, y: 0, width, height };
      const scale = thumbPixels / Math.max(width, height);
      const canvas = await drawOn(page, { box, scale, priority: 'thumb', signal });
      const blob = await blobOf(canvas, 'image/jpeg');
      signal.throwIfAborted();
      const address = URL.createObjectURL(blob);
      thumbs.set(page, address);
      const [oldest] = thumbs.size > maxThumbs ? thumbs : [];
      if (oldest) {
        thumbs.delete(oldest[0]);
        URL.revokeObjectURL(oldest[1]);
      }
      return address;
    },
    async text(page, signal) {
      const known = texts.get(page);
      if (known !== undefined) return known;
      const { text } = await plan.pieces(page, signal);
      texts.set(page, text);
      return text;
    },
    pieces: (page, signal) => onPage(page, { priority: 'text', signal }, textOf),
    show(page) {
      const before = shown;
      shown = page;
      drawnPages += 1;
      const isDue = drawnPages % pagesPerCleanup === 0;
      if (before === page || before === 0) return;
      queue
        .add('text', undefined, async () => {
          if (!opened) return;
          const { pdf } = await opened;
          if (before !== shown) (await pdf.getPage(before)).cleanup();
          if (isDue) await pdf.cleanup();
        })
        .catch(() => undefined);
    },
    close() {
      isClosed = true;
      queue.close();
      for (const address of thumbs.values()) URL.revokeObjectURL(address);
      thumbs.clear();
      void opened?.then(({ close }) => close()).catch(() => undefined);
    },
  };
  return plan;
}

/** Rejects when a signal is aborted: the workers may be busy with what nobody waits for any more. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** Encodes a canvas as a file, and frees its memory. @throws PlanError when the browser cannot */
export async function blobOf(canvas: HTMLCanvasElement, type: 'image/png' | 'image/jpeg'): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.8));
  freeCanvas(canvas);
  if (!blob) throw new PlanError('too-complex');
  return blob;
}

/** Some browsers free the memory of a canvas only when it is resized. */
export function freeCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}
