import type { PageViewport, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { type Annotation, annotationsOf, isDrawnByLibrary, isDrawnText, type Layers } from './annotations.ts';
import { drawCloud } from './clouds.ts';
import { drawCallout, drawLine } from './markupLines.ts';
import { drawMarkup, listOf, type Markup, nameOf } from './markupShapes.ts';
import { rawAnnotations } from './rawAnnotations.ts';
import { uprightOn } from './upright.ts';

/** Markups whose words and form the library does not say: they are looked up in the document itself. */
const needsRaw = ({ subtype, lineEndings = [], radioButton }: Annotation) =>
  subtype === 'Stamp' ||
  subtype === 'Line' ||
  subtype === 'FreeText' ||
  subtype === 'Polygon' ||
  (subtype === 'PolyLine' && lineEndings.some((ending) => ending !== 'None')) ||
  subtype === 'Square' ||
  subtype === 'Circle' ||
  radioButton === true;

/** Those that draw nothing by themselves. */
const silent = new Set([
  'Popup',
  'Link',
  'Widget',
  'Watermark',
  'TrapNet',
  'PrinterMark',
  'Movie',
  'RichMedia',
  'Screen',
  '3D',
]);

/** An answer is shown with what it answers. */
const isReply = ({ inReplyTo, replyType }: Annotation) => !!inReplyTo && replyType !== 'Group';

const known = new WeakMap<PDFPageProxy, Promise<Markup[]>>();

/** Returns what is left to draw of a page's markups: looked up once. */
async function markupsOf(pdf: PDFDocumentProxy, page: PDFPageProxy): Promise<Markup[]> {
  const all = await annotationsOf(page, { isVisible: () => true });
  const left = all.filter(
    (one) =>
      one.rect &&
      (one.subtype === 'Link'
        ? one.borderStyle.width > 0
        : (!isDrawnByLibrary(one) || (one.subtype === 'FreeText' && !one.hasAppearance)) &&
          !isDrawnText(one) &&
          !isReply(one) &&
          (one.radioButton || !silent.has(one.subtype))),
  );
  const raw = left.some(needsRaw) ? await rawAnnotations(pdf, page).catch(() => []) : [];
  return withRaw(left, raw);
}

const sorted = ([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]) =>
  [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)] as const;

const isNear = (x: number, y: number) => x * x + y * y < 1;

/**
 * Adds to each annotation the object of the document that is of its kind, at its place. Each object is read once: of a takeoff there are
 * thousands.
 */
export function withRaw(annotations: readonly Annotation[], objects: readonly string[]): Markup[] {
  const known = objects.map((raw) => ({
    raw,
    kind: nameOf(raw, 'Subtype'),
    rect: sorted(listOf(raw, 'Rect')),
    line: sorted(listOf(raw, 'L')),
  }));
  return annotations.map((one) => {
    const { subtype, rect, lineCoordinates } = one;
    const isLine = subtype === 'Line' && lineCoordinates !== undefined;
    const wanted = isLine ? sorted(Array.from(lineCoordinates)) : rect;
    const found = known.find((object) => {
      if (object.kind !== subtype || !rect || !wanted) return false;
      const place = isLine ? object.line : object.rect;
      // The library may widen a rectangle, but for its upper left corner.
      return (
        isNear(place[0] - wanted[0], place[3] - wanted[3]) &&
        (!isLine || isNear(place[2] - wanted[2], place[1] - wanted[1]))
      );
    });
    return { one, raw: found?.raw ?? '' };
  });
}

type Six = [number, number, number, number, number, number];

/** Draws over a page what the library leaves out of it: markups without an appearance, as simple shapes and words. */
export async function drawMarkups(
  context: CanvasRenderingContext2D,
  {
    pdf,
    page,
    layers,
    viewport,
  }: { pdf: PDFDocumentProxy; page: PDFPageProxy; layers: Layers; viewport: PageViewport },
): Promise<void> {
  let found = known.get(page);
  if (!found) {
    found = markupsOf(pdf, page);
    known.set(page, found);
    found.catch(() => known.delete(page));
  }
  for (const markup of await found) {
    const { oc, noRotate, rect, subtype, color, borderStyle } = markup.one;
    if (oc && !layers.isVisible(oc)) continue;
    context.save();
    context.setTransform(...(viewport.transform as Six));
    if (noRotate && rect) context.transform(...(uprightOn(page.rotate, rect) as Six));
    context.strokeStyle = context.fillStyle = color ? `rgb(${color[0]} ${color[1]} ${color[2]})` : '#000';
    context.lineWidth = borderStyle.width || 1;
    if (subtype === 'Line') drawLine(context, markup);
    else if (subtype === 'FreeText') drawCallout(context, markup);
    else drawMarkup(context, markup);
    drawCloud(context, markup);
    context.restore();
  }
}
