import type { ColorName, Drawing, SizeName } from './drawing.ts';

/** How shapes look: colors, strokes and letters, for the screen (SVG) and for the copy (canvas). */

type Picture = Pick<Drawing, 'width' | 'height'>;

/** A color and that of its outline, which keeps it readable on a picture of any color. */
export const colors: Record<ColorName, { fill: string; outline: string }> = {
  red: { fill: '#d3122a', outline: '#ffffff' },
  yellow: { fill: '#ffd500', outline: '#101418' },
  blue: { fill: '#0b4fd6', outline: '#ffffff' },
  green: { fill: '#0a7a33', outline: '#ffffff' },
  black: { fill: '#101418', outline: '#ffffff' },
  white: { fill: '#ffffff', outline: '#101418' },
};

const strokeShares: Record<SizeName, number> = { small: 1 / 260, medium: 1 / 140, large: 1 / 70 };
const textShares: Record<SizeName, number> = { small: 1 / 36, medium: 1 / 22, large: 1 / 12 };

/** Shares of the longer edge, so that a drawing looks the same on a large picture and on a small one. */
export function longerEdge({ width, height }: Picture): number {
  return Math.max(width, height);
}

/** Returns the width of a stroke; its outline adds `outlineWidth` on both sides. */
export function strokeWidth(picture: Picture, size: SizeName): number {
  return Math.max(1.5, longerEdge(picture) * strokeShares[size]);
}

export function outlineWidth(stroke: number): number {
  return Math.max(1, stroke * 0.4);
}

export function fontSize(picture: Picture, size: SizeName): number {
  return Math.max(
    6,
    Math.min(longerEdge(picture) * textShares[size], Math.min(picture.width, picture.height) / 2),
  );
}

/** The font of texts on pictures, for both. */
export const fontFamily = 'system-ui, sans-serif';
export const fontWeight = 600;
export const lineHeight = 1.25;
/** From the top of a line to its baseline. */
export const ascent = 0.95;

/** Breaks a text into lines that fit; a word that is too long is broken where it must be. */
export function wrapped(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.trim().split('\n')) {
    let line = '';
    for (const word of paragraph.split(/\s+/).filter(Boolean)) {
      const longer = line ? `${line} ${word}` : word;
      if (measure(longer) <= width) {
        line = longer;
        continue;
      }
      if (line) lines.push(line);
      line = '';
      for (const character of word) {
        if (line && measure(line + character) > width) {
          lines.push(line);
          line = '';
        }
        line += character;
      }
    }
    lines.push(line);
  }
  return lines;
}
