import type { PDFDocumentProxy } from 'pdfjs-dist';
import { cleanUp, type Layers } from '../page/annotations.ts';
import type { PageText } from '../page/pageText.ts';
import { type OpenedDocument, openDocument, openLimitMs } from './openDocument.ts';
import { PlanError } from './PlanError.ts';
import type { PlanSource } from './planSource.ts';
import { readPage } from './readPage.ts';
import { withVisibleTimeout } from './withVisibleTimeout.ts';

/** Longer reading is taken for endless. */
const readLimitMs = 20_000;

/**
 * Reads the text of pages. It does so in a document of its own, whose parser passes on letters only: reading neither waits for a page that
 * is drawn nor decodes scans. That document is opened when the first text is wanted, and closed when all of them are known.
 */
export class PlanTexts {
  readonly #document: PlanSource;
  #source: PlanSource | null = null;
  readonly #pageCount: number;
  readonly #layersOf: (pdf: PDFDocumentProxy) => Promise<Layers>;
  readonly #texts = new Map<number, Promise<PageText>>();
  #opened: Promise<OpenedDocument> | null = null;
  #known = 0;
  #ends = 0;
  #isClosed = false;

  /** @param document what the document that is shown is read from */
  constructor(document: PlanSource, pageCount: number, layersOf: (pdf: PDFDocumentProxy) => Promise<Layers>) {
    this.#layersOf = layersOf;
    this.#document = document;
    this.#pageCount = pageCount;
  }

  /** Returns the text of a page; what was returned once costs nothing more. @throws PlanError; the signal's reason when aborted */
  async of(page: number, signal: AbortSignal): Promise<PageText> {
    let text = this.#texts.get(page);
    if (!text) {
      text = this.#read(page);
      this.#texts.set(page, text);
      text.catch((error) => {
        // What has no end is not read again; what was not to be had may be.
        if (!(error instanceof PlanError)) this.#texts.delete(page);
      });
    }
    const aborted = Promise.withResolvers<never>();
    const abort = () => aborted.reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    try {
      return await Promise.race([text, aborted.promise]);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Opens the document, so that the first text is there sooner. */
  open(): void {
    if (this.#known < this.#pageCount) this.#open().catch(() => undefined);
  }

  /** Forgets what was read: other layers are shown. */
  clear(): void {
    this.#texts.clear();
    this.#known = 0;
  }

  close(): void {
    this.#isClosed = true;
    this.#end();
  }

  #end(): void {
    this.#ends += 1;
    this.#opened?.then(({ close }) => close()).catch(() => undefined);
    this.#opened = null;
  }

  #open(): Promise<OpenedDocument> {
    if (this.#isClosed) return Promise.reject(new DOMException('The plan is closed.', 'AbortError'));
    this.#source ??= this.#document.another();
    this.#opened ??= openDocument(this.#source, { isForReading: true }).catch((error) => {
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }

  async #read(page: number): Promise<PageText> {
    const isWaiting = () => this.#source?.isWaiting() ?? false;
    const ends = this.#ends;
    try {
      const { pdf, codes } = await withVisibleTimeout(this.#open(), openLimitMs, isWaiting);
      const proxy = await withVisibleTimeout(pdf.getPage(page), openLimitMs, isWaiting);
      const reading = this.#layersOf(pdf).then((layers) => readPage({ pdf, layers }, proxy, codes));
      const text = await withVisibleTimeout(reading, readLimitMs, isWaiting);
      cleanUp(proxy);
      this.#known += 1;
      if (this.#known === this.#pageCount) this.#end();
      return text;
    } catch (error) {
      // Another page, which was read beside it, ended the document.
      if (!this.#isClosed && this.#ends !== ends) return this.#read(page);
      const failure = PlanError.of(error);
      if (PlanError.isEndless(failure)) this.#end();
      throw failure;
    }
  }
}
