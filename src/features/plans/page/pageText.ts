import type { PDFPageProxy } from 'pdfjs-dist';
import type { Layers } from './annotations.ts';
import type { Box } from './box.ts';
import { visibleText } from './visibleText.ts';

/** A piece of text as the document places it. */
type Piece = {
  /** Where it begins in the text of its page. */
  start: number;
  length: number;
  /** Returns the box around some of its letters. */
  boxOf(from: number, to: number): Box;
};

/** The text of a page in the order of the document, and where it stands. */
export type PageText = { text: string; pieces: Piece[] };

type Item = {
  str: string;
  fontName: string;
  hasEOL: boolean;
  /** From text space to points: the direction of the line, that of the letters' height, and the origin. */
  transform: [number, number, number, number, number, number];
  width: number;
  height: number;
};

function unit(x: number, y: number): [number, number] {
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}

/** Reads the text of a page, whichever way it runs, but for that of layers that are hidden. */
export async function textOf(page: PDFPageProxy, layers: Layers): Promise<PageText> {
  const viewport = page.getViewport({ scale: 1 });
  const { items, styles } = await visibleText(page, layers);
  const pieces: Piece[] = [];
  let text = '';
  for (const item of items as unknown as Item[]) {
    if (typeof item.str !== 'string') continue;
    if (item.str !== '') {
      const shareOf = shares(item.str, styles[item.fontName]?.fontFamily ?? 'sans-serif');
      pieces.push(pieceOf(item, text.length, shareOf, viewport));
    }
    text += item.str;
    if (item.hasEOL) text += '\n';
  }
  return { text, pieces };
}

let measuring: OffscreenCanvasRenderingContext2D | null | undefined;

/**
 * Returns which part of the length of a text its first letters take. Measured in a font of the same family: the document says how long
 * the whole is, and not where each letter stands.
 */
function shares(text: string, family: string): (letters: number) => number {
  if (typeof OffscreenCanvas === 'function') measuring ??= new OffscreenCanvas(1, 1).getContext('2d');
  const context = measuring;
  if (!context) return (letters) => letters / text.length;
  const widthOf = (letters: number) => {
    context.font = `100px ${family}`;
    return context.measureText(text.slice(0, letters)).width;
  };
  return (letters) => widthOf(letters) / (widthOf(text.length) || 1);
}

function pieceOf(
  { str, transform: [a, b, c, d, x, y], width, height }: Item,
  start: number,
  shareOf: (letters: number) => number,
  viewport: ReturnType<PDFPageProxy['getViewport']>,
): Piece {
  const along = unit(a, b);
  const up = unit(c, d);
  return {
    start,
    length: str.length,
    boxOf(from, to) {
      const corners = [shareOf(from), shareOf(to)].flatMap((part) =>
        // From below the line to the top of the letters.
        [-0.2, 1].map((level) =>
          viewport.convertToViewportPoint(
            x + along[0] * width * part + up[0] * height * level,
            y + along[1] * width * part + up[1] * height * level,
          ),
        ),
      ) as [number, number][];
      const xs = corners.map(([left]) => left);
      const ys = corners.map(([, top]) => top);
      const box = { x: Math.min(...xs), y: Math.min(...ys) };
      return { ...box, width: Math.max(...xs) - box.x, height: Math.max(...ys) - box.y };
    },
  };
}

/** Returns the boxes of a part of a page's text, one for each piece that it touches. */
export function boxesOf({ pieces }: PageText, { start, end }: Match): Box[] {
  return pieces.flatMap((piece) => {
    const from = Math.max(start, piece.start);
    const to = Math.min(end, piece.start + piece.length);
    if (from >= to) return [];
    return [piece.boxOf(from - piece.start, to - piece.start)];
  });
}

/** A place in the text of a page. */
export type Match = { start: number; end: number };

const special = /[.*+?^${}()|[\]\\]/g;

/** Finds a text, in whichever case, and with whichever white space between its words. */
export function matchesIn(text: string, wanted: string): Match[] {
  const words = wanted.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const pattern = new RegExp(words.map((word) => word.replace(special, '\\$&')).join('\\s+'), 'giu');
  return Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
}
