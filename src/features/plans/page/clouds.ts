import type { Annotation } from './annotations.ts';
import { type Markup, nameOf, type Point, pointsOf } from './markupShapes.ts';

/** What may be drawn as a cloud. */
const closed = new Set(['Polygon', 'Square', 'Circle']);
/** The chord of a bow of a cloud of the lowest intensity, in points. */
const bowSize = 8;
/** So many are enough for a frame around the largest sheet. */
const maxBows = 2000;
/** The corners by which an ellipse is drawn as a cloud. */
const ellipseCorners = 24;

/** Draws the bows of a cloud around its frame, which is there already, with the colors and the width of that. */
export function drawCloud(context: CanvasRenderingContext2D, { one, raw }: Markup): void {
  const chord = closed.has(one.subtype) ? bowsOf(raw) : 0;
  if (chord > 0) strokeBows(context, outlineOf(one), chord);
}

/** Returns the chord of the bows of a cloud, in points; 0 of what is none. */
function bowsOf(raw: string): number {
  const effect = /\/BE\s*<<([^>]*)>>/.exec(raw)?.[1] ?? '';
  const isBorderless = /\/BS\s*<<[^>]*\/W\s+0(\.0*)?\b/.test(raw);
  if (nameOf(effect, 'S') !== 'C' || isBorderless) return 0;
  const intensity = Number(/\/I\s+(\d*\.?\d+)/.exec(effect)?.[1] ?? 1);
  return bowSize * Math.min(2, Math.max(1, intensity));
}

/** Returns the corners of a closed markup. */
function outlineOf({ subtype, vertices, rect }: Annotation): Point[] {
  if (subtype === 'Polygon') return pointsOf(vertices);
  const [left, bottom, right, top] = rect ?? [0, 0, 0, 0];
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  const corners = subtype === 'Circle' ? ellipseCorners : 4;
  // The corners of a rectangle lie on the ellipse around it.
  const reach = subtype === 'Circle' ? 1 : Math.SQRT2;
  return Array.from({ length: corners }, (_, at) => {
    const angle = ((at + 0.5) / corners) * 2 * Math.PI;
    return [
      x + (Math.cos(angle) * reach * (right - left)) / 2,
      y + (Math.sin(angle) * reach * (top - bottom)) / 2,
    ];
  });
}

/** Strokes what makes a cloud of a frame: half circles outside of each edge, as many as fit. */
function strokeBows(context: CanvasRenderingContext2D, points: readonly Point[], size: number): void {
  const edges = points.map((from, at) => [from, points[(at + 1) % points.length] ?? from] as const);
  const around = edges.reduce((sum, [from, to]) => sum + Math.hypot(to[0] - from[0], to[1] - from[1]), 0);
  const chord = Math.max(size, around / maxBows);
  // Twice its area: below zero where it runs clockwise.
  const turn = edges.reduce((sum, [[x1, y1], [x2, y2]]) => sum + x1 * y2 - x2 * y1, 0);
  context.lineJoin = 'round';
  context.beginPath();
  for (const [[x, y], to] of edges) {
    const [across, up] = [to[0] - x, to[1] - y];
    const length = Math.hypot(across, up);
    const count = Math.max(1, Math.round(length / chord));
    const angle = Math.atan2(up, across);
    for (let bow = 0; length > 0 && bow < count; bow += 1) {
      const middle = (bow + 0.5) / count;
      const radius = length / count / 2;
      context.arc(x + across * middle, y + up * middle, radius, angle + Math.PI, angle, turn < 0);
    }
  }
  context.closePath();
  context.stroke();
}
