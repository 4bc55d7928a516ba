import type { PDFPageProxy } from 'pdfjs-dist';
import type { Box } from './box.ts';
import { turnedRect, uprightOn } from './upright.ts';

type Words = { str: string };
type Corners = readonly [left: number, bottom: number, right: number, top: number];

/** What PDF.js says of an annotation, as far as it is used here. Rectangles are in the space of the document. */
export type Annotation = {
  id: string;
  subtype: string;
  annotationFlags: number;
  /** It stays upright where its page is turned. */
  noRotate?: boolean;
  rect: Corners | null;
  color: Readonly<Record<0 | 1 | 2, number>> | null;
  borderStyle: { width: number; style: number; dashArray: readonly number[] };
  borderColor?: unknown;
  backgroundColor?: unknown;
  hasAppearance: boolean;
  contentsObj?: Words;
  titleObj?: Words;
  richText?: Words | null;
  creationDate?: string | null;
  modificationDate?: string | null;
  /** The annotation that it answers, by its id. */
  inReplyTo?: string | null;
  replyType?: string;
  state?: string | null;
  /** What its state is one of: `Review`, or `Marked`. */
  stateModel?: string | null;
  /** The lines of its appearance. */
  textContent?: readonly string[];
  /** The layer that it belongs to. */
  oc?: unknown;
  vertices?: ArrayLike<number> | null;
  lineCoordinates?: ArrayLike<number>;
  lineEndings?: readonly string[];
  /** How text without an appearance is written. */
  defaultAppearanceData?: { fontColor: Uint8ClampedArray };
  fieldType?: string | null;
  fieldValue?: string | readonly string[] | null;
  options?: readonly { exportValue: string | null; displayValue: string | null }[];
  combo?: boolean;
  radioButton?: boolean;
  password?: boolean;
  hidden?: boolean;
  url?: string;
  unsafeUrl?: string;
  dest?: unknown;
  action?: string;
  attachment?: { filename: string };
  attachmentId?: string;
  /** The words under a link. */
  overlaidText?: string;
  /** The file that it holds, and what names that to the library. */
  file?: { filename: string; description: string };
  fileId?: string;
};

/** Says which layers there are, and which are shown (`OptionalContentConfig`). */
export type Layers = Iterable<[id: string, group: { visible: boolean }]> & {
  isVisible(group: unknown): boolean;
  /** The ids as the document orders them, in groups; null if it has no layers. */
  getOrder(): unknown[] | null;
  getGroup(id: string): { name: string | null; visible: boolean } | null;
};

const hiddenFlag = 2;

const read = new WeakMap<PDFPageProxy, Promise<Annotation[]>>();

/** Returns all annotations of a page, which are read once until it is cleaned up: of some plans there are thousands. */
export function allAnnotations(page: PDFPageProxy): Promise<Annotation[]> {
  const known = read.get(page) ?? (page.getAnnotations() as Promise<Annotation[]>);
  read.set(page, known);
  return known;
}

/** Drops what was read of a page. */
export function cleanUp(page: PDFPageProxy): void {
  read.delete(page);
  page.cleanup();
}

/** Returns the annotations of a page that are to be seen, in their order. */
export async function annotationsOf(
  page: PDFPageProxy,
  layers: Pick<Layers, 'isVisible'>,
): Promise<Annotation[]> {
  const all = await allAnnotations(page);
  return all.filter(
    ({ annotationFlags, hidden, oc }) =>
      !hidden && (annotationFlags & hiddenFlag) === 0 && (!oc || layers.isVisible(oc)),
  );
}

/** Returns the place of an annotation on the page as it is shown; null without one. */
export function placeOf(page: PDFPageProxy, one: Pick<Annotation, 'rect' | 'noRotate'>): Box | null {
  if (!one.rect) return null;
  const viewport = page.getViewport({ scale: 1 });
  const rect = one.noRotate ? turnedRect(uprightOn(page.rotate, one.rect), one.rect) : one.rect;
  const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(rect[0], rect[1]) as number[];
  const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(rect[2], rect[3]) as number[];
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
}

/** Whether it holds words that AutoCAD draws as lines (fonts of the SHX kind): words of the drawing, and nobody's remark. */
export const isDrawnText = ({ subtype, titleObj }: Annotation) =>
  subtype === 'Square' && titleObj?.str.trim() === 'AutoCAD SHX Text';

/** What the library draws without an appearance. */
const drawnBare = new Set(['FreeText', 'Ink', 'Highlight', 'Underline', 'StrikeOut', 'Squiggly']);

/** Whether the library draws it: the others are drawn over the page, or listed only. */
export const isDrawnByLibrary = ({ subtype, hasAppearance }: Annotation) =>
  hasAppearance || drawnBare.has(subtype);
