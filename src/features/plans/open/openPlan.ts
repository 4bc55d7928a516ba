import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { createStore } from '../../../store.ts';
import { cleanUp, type Layers } from '../page/annotations.ts';
import type { Size } from '../page/box.ts';
import { type Drawn, drawPage, type Shown } from '../page/drawPage.ts';
import { type Instructions, leftOutOf } from '../page/leftOut.ts';
import { blobOf } from '../stage/canvas.ts';
import { DrawnAhead } from './drawnAhead.ts';
import { createDrawQueue, type Priority } from './drawQueue.ts';
import { type OpenedDocument, openDocument, openLimitMs } from './openDocument.ts';
import { PlanError } from './PlanError.ts';
import type { PlanSource } from './planSource.ts';
import { PlanTexts } from './planTexts.ts';
import { readPage } from './readPage.ts';
import { withVisibleTimeout } from './withVisibleTimeout.ts';

type Turn = { priority: Priority; signal?: AbortSignal | undefined };
type DrawOptions = Drawn & Turn;

/**
 * Longer drawing is taken for endless. Counted while the page is visible: browsers draw nothing else. A phone takes half of it for an A0
 * scan of 600 dpi.
 */
const drawLimitMs = 60_000;
/** So long workers may go on with what nobody waits for any more, before others take their place. */
const leftLimitMs = 20_000;
/** The edges of thumbnails, in pixels: sharp on most screens. */
const thumbPixels = 240;
const maxThumbs = 500;
/** Fonts and other shared objects are dropped after so many pages. */
const pagesPerCleanup = 12;

/** An open PDF, whose pages are counted from 1. Only what was asked for last is in memory. */
export class Plan {
  readonly pageCount: number;
  /** Its pages are forms that are laid out, not drawn. */
  readonly isForm: boolean;
  /** Their texts with the place of each letter, for a search. */
  readonly texts: PlanTexts;
  readonly #source: PlanSource;
  readonly #queue = createDrawQueue();
  readonly #sizes = new Map<number, Size>();
  readonly #words = new Map<number, string>();
  readonly #thumbs = new Map<number, Blob>();
  readonly #endless = new Set<number>();
  /** The layers that the user switched, in that order. */
  readonly #layers = new Map<string, boolean>();
  readonly #leftOut = createStore<ReadonlyMap<number, string>>(new Map());
  /** Null after its workers were ended; it is opened again for the next page. */
  #opened: Promise<OpenedDocument> | null;
  #isClosed = false;
  /** The workers may be busy with what nobody waits for any more. */
  #isLeft = false;
  #ahead: DrawnAhead | null = null;
  /** The pages on screen, and by what each is drawn. */
  readonly #shown = new Map<number, PromiseWithResolvers<Instructions | undefined>>();
  #hiddenPages = 0;

  constructor(source: PlanSource, document: OpenedDocument) {
    this.#source = source;
    this.#opened = Promise.resolve(document);
    this.pageCount = document.pdf.numPages;
    this.isForm = document.pdf.isPureXfa;
    this.texts = new PlanTexts(source, this.pageCount, (pdf) => this.#layersOf(pdf));
  }

  /** @throws PlanError when the page cannot be read */
  async sizeOf(page: number, turn: Turn = { priority: 'page' }): Promise<Size> {
    const known = this.#sizes.get(page);
    if (known) return known;
    const open = () => this.#pageOf(page);
    const { width, height } = await this.#run(turn, open, async (proxy) => proxy.getViewport({ scale: 1 }));
    const size = { width, height };
    this.#sizes.set(page, size);
    return size;
  }

  /**
   * Draws a part of a page, in workers, so that nothing in a document can make the app hang. What is not drawn of the page is in
   * `leftOut` then.
   *
   * @throws PlanError when that fails or takes too long; the signal's reason when aborted
   */
  draw(page: number, options: DrawOptions): Promise<HTMLCanvasElement> {
    const ahead = this.#ahead;
    if (!ahead?.is(page, options)) return this.#draw(page, options);
    this.#ahead = null;
    return this.#take(ahead, options);
  }

  /**
   * Draws a page that is likely to be asked for next, once what is asked for is drawn. `draw` returns it, once, where it is to be drawn in
   * the same way; another one takes its place.
   */
  drawAhead(page: number, drawn: Drawn): void {
    if (this.isForm || this.#ahead?.is(page, drawn)) return;
    this.#dropAhead();
    this.#ahead = new DrawnAhead(page, drawn, (signal) =>
      this.#draw(page, { ...drawn, priority: 'ahead', signal }),
    );
  }

  async #take(ahead: DrawnAhead, options: DrawOptions): Promise<HTMLCanvasElement> {
    const { page } = ahead;
    const { signal } = options;
    const drop = () => ahead.drop();
    signal?.addEventListener('abort', drop, { once: true });
    const canvas = await ahead.canvas;
    signal?.removeEventListener('abort', drop);
    signal?.throwIfAborted();
    // One that cannot be drawn says why when it is drawn again.
    if (!canvas) return this.#draw(page, options);
    this.#shown.get(page)?.resolve(ahead.instructions);
    return canvas;
  }

  #dropAhead(): void {
    const ahead = this.#ahead;
    this.#ahead = null;
    ahead?.drop();
    if (ahead) this.#release(ahead.page);
  }

  #draw(page: number, { box, scale, priority, signal }: DrawOptions): Promise<HTMLCanvasElement> {
    return this.#onPage(page, { priority, signal }, async (proxy, shown, stop) => {
      const canvas = document.createElement('canvas');
      canvas.width = Math.max(1, Math.round(box.width * scale));
      canvas.height = Math.max(1, Math.round(box.height * scale));
      const instructions = await drawPage(canvas, proxy, { box, scale }, shown, stop);
      this.#shown.get(page)?.resolve(instructions);
      if (this.#ahead?.page === page) this.#ahead.instructions = instructions;
      const { codes, warnings } = await this.#open();
      const sentence = leftOutOf(proxy, { instructions, codes, warnings: warnings.get(page) ?? [] });
      const known = this.#leftOut.get();
      if (sentence !== (known.get(page) ?? '')) this.#leftOut.set(new Map(known).set(page, sentence));
      return canvas;
    });
  }

  /** Returns what is not shown of a page that was drawn, as a sentence; empty where all of it is. */
  leftOut(page: number): string {
    return this.#leftOut.get().get(page) ?? '';
  }

  onLeftOut(listener: () => void): () => void {
    return this.#leftOut.subscribe(listener);
  }

  /** Returns a small picture that was drawn before. */
  knownThumb(page: number): Blob | undefined {
    return this.#thumbs.get(page);
  }

  /** Returns a small picture of a page, as JPEG; drawn once. */
  async thumb(page: number, signal: AbortSignal): Promise<Blob> {
    const thumbs = this.#thumbs;
    const known = thumbs.get(page);
    if (known) return known;
    if (this.isForm) throw new PlanError('incomplete');
    const { width, height } = await this.sizeOf(page, { priority: 'thumb', signal });
    const box = { x: 0, y: 0, width, height };
    const scale = thumbPixels / Math.max(width, height);
    const canvas = await this.draw(page, { box, scale, priority: 'thumb', signal });
    const blob = await blobOf(canvas, 'image/jpeg');
    signal.throwIfAborted();
    thumbs.set(page, blob);
    const [oldest] = thumbs.size > maxThumbs ? thumbs.keys() : [];
    if (oldest !== undefined) thumbs.delete(oldest);
    return blob;
  }

  /** Returns the words of a page on screen, once it is drawn; what was returned once costs nothing more. */
  async words(page: number, signal: AbortSignal): Promise<string> {
    const known = this.#words.get(page);
    if (known !== undefined) return known;
    const drawn = await this.whenDrawn(page);
    const { codes } = await this.#open();
    const { text } = await this.#onPage(page, { priority: 'text', signal }, (proxy, shown) =>
      readPage(shown, proxy, codes, drawn),
    );
    this.#words.set(page, text);
    return text;
  }

  /** Waits for a page on screen to be drawn, or to fail, and returns by what it is. Whatever else is read comes after. */
  async whenDrawn(page: number): Promise<Instructions | undefined> {
    return this.#shown.get(page)?.promise;
  }

  /** Reads something of a page, after what is to be drawn. @throws PlanError; the signal's reason when aborted */
  read<T>(
    page: number,
    work: (proxy: PDFPageProxy, layers: Layers) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    return this.#onPage(page, { priority: 'text', signal }, (proxy, { layers }) => work(proxy, layers));
  }

  /** Reads something of the document, such as its labels. @throws PlanError; the signal's reason when aborted */
  readDocument<T>(
    work: (pdf: PDFDocumentProxy, layers: Layers) => Promise<T>,
    signal: AbortSignal,
    limitMs?: number,
  ): Promise<T> {
    const run = ({ pdf, layers }: Shown) => work(pdf, layers);
    return this.#run({ priority: 'text', signal }, () => this.#document(), run, limitMs);
  }

  /** Adds a page that is on screen from now on. */
  show(page: number): void {
    if (!this.#shown.has(page)) this.#shown.set(page, Promise.withResolvers());
  }

  /** Drops the drawing instructions of a page that is no longer on screen. */
  hide(page: number): void {
    this.#shown.get(page)?.resolve(undefined);
    this.#shown.delete(page);
    this.#hiddenPages += 1;
    this.#release(page, this.#hiddenPages % pagesPerCleanup === 0);
  }

  /** Drops what is in memory of a page, and, now and then, what pages share. */
  #release(page: number, isDue = false): void {
    const release = async () => {
      if (!this.#opened) return;
      const { pdf, codes } = await this.#opened;
      if (!this.#isKept(page, codes)) cleanUp(await pdf.getPage(page));
      if (isDue) await pdf.cleanup();
    };
    this.#queue
      .add('text', undefined, (stop) =>
        withVisibleTimeout(release(), leftLimitMs, this.#source.isWaiting, stop),
      )
      .catch(() => undefined);
  }

  /** Whether a page is on screen, or likely to be next. */
  #isKept(page: number, codes: OpenedDocument['codes']): boolean {
    const ahead = this.#ahead;
    return this.#shown.has(page) || (ahead?.page === page && ahead.isLight(codes.paintImageXObject));
  }

  /** Shows or hides a layer: what is drawn and read from now on is without those that are hidden. */
  setLayer(id: string, isVisible: boolean): void {
    this.#layers.delete(id);
    this.#layers.set(id, isVisible);
    this.#words.clear();
    this.texts.clear();
    this.#dropAhead();
    this.#thumbs.clear();
  }

  /** Returns a source of the same bytes for another document. */
  another(): PlanSource {
    return this.#source.another();
  }

  close(): void {
    this.#isClosed = true;
    this.#ahead?.drop();
    this.#queue.close();
    this.texts.close();
    this.#end();
  }

  /** Ends the workers, which may be busy with something that does not end. */
  #end(): void {
    this.#isLeft = false;
    void this.#opened?.then(({ close }) => close()).catch(() => undefined);
    this.#opened = null;
  }

  async #open(): Promise<OpenedDocument> {
    if (this.#isClosed) throw new DOMException('The plan is closed.', 'AbortError');
    if (this.#opened) return this.#opened;
    const opening = openDocument(this.#source);
    this.#opened = opening;
    opening.catch(() => {
      if (this.#opened === opening) this.#opened = null;
    });
    return opening;
  }

  async #pageOf(page: number): Promise<PDFPageProxy> {
    const { pdf } = await this.#open();
    return pdf.getPage(page).catch((error: unknown) => {
      this.#shown.get(page)?.resolve(undefined);
      throw PlanError.of(error);
    });
  }

  async #document(): Promise<Shown> {
    const { pdf } = await this.#open();
    return { pdf, layers: await this.#layersOf(pdf) };
  }

  async #layersOf(pdf: PDFDocumentProxy): Promise<Layers> {
    const layers = await pdf.getOptionalContentConfig();
    for (const [id, isVisible] of this.#layers) layers.setVisibility(id, isVisible);
    return layers;
  }

  /** Runs work on a page when its turn has come; what it drew is dropped afterwards. */
  async #onPage<T>(
    page: number,
    turn: Turn,
    work: (proxy: PDFPageProxy, shown: Shown, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (this.#endless.has(page)) throw new PlanError('too-complex');
    const open = () => Promise.all([this.#pageOf(page), this.#document()]);
    const draw = async ([proxy, shown]: [PDFPageProxy, Shown], stop: AbortSignal) => {
      const result = await work(proxy, shown, stop);
      if (!this.#isKept(page, (await this.#open()).codes)) cleanUp(proxy);
      return result;
    };
    try {
      return await this.#run(turn, open, draw);
    } catch (error) {
      if (!turn.signal?.aborted) this.#shown.get(page)?.resolve(undefined);
      if (PlanError.isEndless(error)) this.#endless.add(page);
      throw error;
    }
  }

  /**
   * Runs work when its turn has come. Workers that do not get on with it, because of what was left before it, give way to new ones: what
   * was left says nothing of it.
   */
  #run<O, T>(
    { priority, signal }: Turn,
    open: () => Promise<O>,
    work: (opened: O, stop: AbortSignal) => Promise<T>,
    limitMs = drawLimitMs,
  ): Promise<T> {
    const { isWaiting } = this.#source;
    return this.#queue.add(priority, signal, async (stop) => {
      for (;;) {
        const isBehind = this.#isLeft;
        try {
          const [toOpen, toWork] = isBehind ? [leftLimitMs, leftLimitMs] : [openLimitMs, limitMs];
          const opened = await withVisibleTimeout(open(), toOpen, isWaiting, stop);
          const result = await withVisibleTimeout(work(opened, stop), toWork, isWaiting, stop);
          this.#isLeft = false;
          return result;
        } catch (error) {
          if (stop.aborted) this.#isLeft = true;
          stop.throwIfAborted();
          const failure = PlanError.of(error);
          if (!PlanError.isEndless(failure)) throw failure;
          this.#end();
          if (!isBehind) throw failure;
        }
      }
    });
  }
}

/** @throws PlanError when the document cannot be opened */
export async function openPlan(source: PlanSource): Promise<Plan> {
  return new Plan(source, await openDocument(source));
}
