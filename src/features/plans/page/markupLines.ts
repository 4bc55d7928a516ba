import { drawEndings, listOf, type Markup, nameOf, pointsOf, strokeThrough } from './markupShapes.ts';

/** Draws the ends of a line, and what makes a dimension of it: lines from what is measured to beside it, and the measure. */
export function drawLine(context: CanvasRenderingContext2D, { one, raw }: Markup): void {
  const [[x1, y1] = [0, 0], [x2, y2] = [0, 0]] = pointsOf(listOf(raw, 'L'));
  const [across, up] = [x2 - x1, y2 - y1];
  const length = Math.hypot(across, up);
  if (length === 0) return;
  const [aside = 0, further = 0] = ['LL', 'LLE'].map((key) =>
    Number(new RegExp(`/${key}\\s+(-?[\\d.]+)`).exec(raw)?.[1] ?? 0),
  );
  context.translate(x1, y1);
  context.rotate(Math.atan2(up, across));
  if (aside !== 0) {
    const end = aside + Math.sign(aside) * further;
    for (const x of [0, length])
      strokeThrough(context, [
        [x, 0],
        [x, end],
      ]);
    context.strokeRect(0, aside, length, 0);
  }
  const ends = [0, length].map((x) => [x, aside] as const);
  drawEndings(context, ends, one.lineEndings);
  if (!/\/Cap\s+true/.test(raw)) return;
  context.font = '9px sans-serif';
  context.textAlign = 'center';
  context.translate(length / 2, aside);
  // Upright in the space of the document, whose heights rise.
  const side = across < -1e-6 ? -1 : 1;
  context.scale(side, -side);
  context.fillText(one.contentsObj?.str.split('\n')[0] ?? '', 0, -2 - context.lineWidth);
}

/** Draws what the library leaves out of a text without an appearance: its frame, or the line to what it is about. */
export function drawCallout(context: CanvasRenderingContext2D, { one, raw }: Markup): void {
  const [left, bottom, right, top] = one.rect ?? [0, 0, 0, 0];
  context.strokeStyle = context.fillStyle = `rgb(${one.defaultAppearanceData?.fontColor.join(' ')})`;
  const line = pointsOf(listOf(raw, 'CL'));
  strokeThrough(context, line);
  drawEndings(context, line, [nameOf(raw, 'LE') ?? 'None']);
  if (line.length === 0 && /\/(BS|Border)\b/.test(raw) && one.borderStyle.width > 0)
    context.strokeRect(left, bottom, right - left, top - bottom);
}
