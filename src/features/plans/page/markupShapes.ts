import type { Annotation } from './annotations.ts';

export type Point = readonly [x: number, y: number];

/** A mark that the library leaves out, or draws in part: as it says it, and as the document writes it, where that is known. */
export type Markup = { one: Annotation; raw: string };

const numbers = (text: string | undefined) => (text?.match(/-?\d*\.?\d+/g) ?? []).map(Number);
/** Returns the numbers of an entry of an object of the document. */
export const listOf = (raw: string, key: string) =>
  numbers(new RegExp(`/${key}\\s*\\[([^\\]]*)\\]`).exec(raw)?.[1]);
/** Returns the name that an entry of an object of the document has. */
export const nameOf = (raw: string, key: string) =>
  new RegExp(`/${key}\\s*/([^\\s/<>\\[\\]()]+)`).exec(raw)?.[1];

/** Draws a markup in the space of the document, in the color and the width of the context. */
export function drawMarkup(context: CanvasRenderingContext2D, markup: Markup): void {
  const { one } = markup;
  const { subtype, rect } = one;
  const [left, bottom, right, top] = rect ?? [0, 0, 0, 0];
  if (subtype === 'Link') drawBorder(context, one);
  else if (subtype === 'Polygon') strokeThrough(context, pointsOf(one.vertices), true);
  else if (subtype === 'PolyLine') drawEndings(context, pointsOf(one.vertices), one.lineEndings);
  else if (subtype === 'Square' || subtype === 'Circle') drawFrame(context, markup);
  else if (subtype === 'Caret')
    strokeThrough(context, [
      [left, bottom],
      [(left + right) / 2, top],
      [right, bottom],
    ]);
  else if (one.radioButton) drawChoice(context, markup);
  else if (subtype === 'Text') drawNote(context, one);
  else drawLabel(context, markup);
}

/** As `AnnotationBorderStyleType` of the library. */
const borderStyles = { dashed: 2, underline: 5 };

/** Draws the border that a link names. */
function drawBorder(context: CanvasRenderingContext2D, { rect, borderStyle }: Annotation): void {
  const [left, bottom, right, top] = rect ?? [0, 0, 0, 0];
  if (borderStyle.style === borderStyles.dashed) context.setLineDash([...borderStyle.dashArray]);
  if (borderStyle.style === borderStyles.underline)
    strokeThrough(context, [
      [left, bottom],
      [right, bottom],
    ]);
  else context.strokeRect(left, bottom, right - left, top - bottom);
}

export function pointsOf(flat: ArrayLike<number> | null | undefined): Point[] {
  const list = Array.from(flat ?? []);
  return list.flatMap((x, at) =>
    at % 2 === 0 && list[at + 1] !== undefined ? [[x, list[at + 1] as number] as const] : [],
  );
}

export function strokeThrough(
  context: CanvasRenderingContext2D,
  points: readonly Point[],
  isClosed = false,
): void {
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  if (isClosed) context.closePath();
  context.stroke();
}

/** Draws a frame without a width, which is one point wide unless the document says that there is none. */
function drawFrame(context: CanvasRenderingContext2D, { one: { subtype, rect }, raw }: Markup): void {
  const [left, bottom, right, top] = rect ?? [0, 0, 0, 0];
  if (raw === '' || /\/(BS|Border)\b/.test(raw) || /\/CA\s+0(\.0*)?\b/.test(raw)) return;
  const [width, height] = [right - left - 1, top - bottom - 1];
  context.beginPath();
  if (subtype === 'Square') context.rect(left + 0.5, bottom + 0.5, width, height);
  else
    context.ellipse(
      (left + right) / 2,
      (bottom + top) / 2,
      Math.max(0, width / 2),
      Math.max(0, height / 2),
      0,
      0,
      2 * Math.PI,
    );
  context.stroke();
}

/** Draws the ends of a line: arrows as triangles or open, the others as small shapes. */
export function drawEndings(
  context: CanvasRenderingContext2D,
  points: readonly Point[],
  endings: readonly string[] = [],
): void {
  const ends = [
    [points[0], points[1]],
    [points.at(-1), points.at(-2)],
  ] as const;
  for (const [at, [end, from]] of ends.entries()) {
    const ending = endings[at] ?? 'None';
    if (!end || !from || ending === 'None') continue;
    const size = 3 * context.lineWidth + 3;
    context.save();
    context.translate(end[0], end[1]);
    context.rotate(Math.atan2(end[1] - from[1], end[0] - from[0]) + (ending.startsWith('R') ? Math.PI : 0));
    context.beginPath();
    if (ending.endsWith('Arrow')) {
      for (const [x, y] of [
        [-size, size / 2],
        [0, 0],
        [-size, -size / 2],
      ] as Point[])
        context.lineTo(x, y);
      if (ending.endsWith('ClosedArrow')) context.closePath();
    } else if (ending === 'Circle') context.arc(0, 0, size / 2, 0, 2 * Math.PI);
    else if (ending === 'Butt' || ending === 'Slash') {
      context.rotate(ending === 'Slash' ? -Math.PI / 6 : 0);
      context.moveTo(0, -size / 2);
      context.lineTo(0, size / 2);
    } else {
      context.rotate(ending === 'Diamond' ? Math.PI / 4 : 0);
      context.rect(-size / 2, -size / 2, size, size);
    }
    if (!ending.endsWith('OpenArrow')) context.fill();
    context.stroke();
    context.restore();
  }
}

/** Draws a choice of a form that is taken. */
function drawChoice(context: CanvasRenderingContext2D, { one: { rect }, raw }: Markup): void {
  const [left, bottom, right, top] = rect ?? [0, 0, 0, 0];
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  const radius = Math.min(right - left, top - bottom) / 2;
  context.strokeStyle = context.fillStyle = '#000';
  context.beginPath();
  context.arc(x, y, Math.max(0, radius - 0.5), 0, 2 * Math.PI);
  if (/\/BC\b/.test(raw)) context.stroke();
  if ((nameOf(raw, 'AS') ?? 'Off') === 'Off') return;
  context.beginPath();
  context.arc(x, y, radius / 2, 0, 2 * Math.PI);
  context.fill();
}

/** Draws a sheet of paper with lines: its words are in the list of remarks. */
function drawNote(context: CanvasRenderingContext2D, { rect, color }: Annotation): void {
  const [left, , , top] = rect ?? [0, 0, 0, 0];
  context.fillStyle = color ? context.fillStyle : '#ffd400';
  context.strokeStyle = '#333';
  context.lineWidth = 1;
  context.fillRect(left + 1, top - 19, 18, 18);
  context.strokeRect(left + 1, top - 19, 18, 18);
  for (const down of [6, 10, 14])
    strokeThrough(context, [
      [left + 4, top - down],
      [left + 16, top - down],
    ]);
}

/** Draws a frame with a word in it: what a stamp says, or what it is that cannot be drawn. */
function drawLabel(context: CanvasRenderingContext2D, { one, raw }: Markup): void {
  const [left, bottom, right, top] = one.rect ?? [0, 0, 0, 0];
  const [width, height] = [right - left, top - bottom];
  const word = wordOf(one, raw);
  if (!one.color) context.strokeStyle = context.fillStyle = '#c00';
  context.strokeRect(left, bottom, width, height);
  const size = Math.min(height * 0.6, 48);
  context.font = `bold ${size}px sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.translate((left + right) / 2, (bottom + top) / 2);
  // Upright in the space of the document, whose heights rise.
  context.scale(1, -1);
  context.fillText(word, 0, 0, Math.max(1, width - 4));
}

/** Returns what a stamp is called, in words: `/NotForConstruction` is "NOT FOR CONSTRUCTION". */
function wordOf({ subtype, contentsObj, file }: Annotation, raw: string): string {
  if (subtype === 'FileAttachment') return file?.filename ?? 'Attached file';
  if (subtype !== 'Stamp') return subtype;
  const name = (nameOf(raw, 'Name') ?? '')
    .replace(/^(#D|#|SB(?=[A-Z])|SH(?=[A-Z]))/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2');
  return (name || contentsObj?.str || 'Stamp').toUpperCase();
}
