import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { Layers } from '../page/annotations.ts';
import type { Box } from '../page/box.ts';
import type { Codes } from '../page/instructions.ts';

/** A page that is read: its library's objects, the codes of its instructions, and what the parser warned of. */
export type ReadPage = {
  pdf: PDFDocumentProxy;
  page: PDFPageProxy;
  layers: Layers;
  codes: Codes & Readonly<Record<string, number>>;
  /** What PDF.js warned of while it parsed the page, so far. */
  warnings: () => readonly string[];
};

/** Pixels of a part of a page: red, green, blue and opacity. */
export type Pixels = { width: number; height: number; data: Uint8Array | Uint8ClampedArray };

/** A PDF to compare, in a browser or on the server. Pages are counted from 1. */
export type ComparedPlan = {
  pageCount: number;
  /** Reads a document that leaves out pictures. @throws PlanError; the signal's reason when aborted */
  read<T>(page: number, work: (read: ReadPage) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Draws a part of a page on white, and says what of the page is left out. @throws PlanError; the signal's reason when aborted */
  draw(
    page: number,
    drawn: { box: Box; scale: number },
    signal: AbortSignal,
  ): Promise<{ pixels: Pixels; leftOut: string }>;
};
