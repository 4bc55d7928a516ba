import * as v from 'valibot';
import { form, optionalLine, optionalText, requiredLine } from './fields.ts';

/** The contrast of white text that body text needs (WCAG AAA), so that softer text is readable too. */
const leastContrast = 7;

/** Returns the channels of `#rrggbb`, of 0 to 255. */
function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of two colors, `#rrggbb`: 1 to 21 (WCAG 2). */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns a color, as much lighter as text on `ground` needs. */
export function lightenedOn(ground: string, color: string): string {
  for (let white = 0; white < 1; white += 0.05) {
    const mixed = channelsOf(color).map((channel) => Math.round(channel + (255 - channel) * white));
    const lighter = `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
    if (contrast(lighter, ground) >= leastContrast) return lighter;
  }
  return '#ffffff';
}

const isColor = (color: string) => color === '' || /^#[0-9a-f]{6}$/.test(color);

const color = v.pipe(
  optionalLine(20),
  v.transform((text) => text.toLowerCase()),
  v.check(isColor, 'must be # and six of 0–9 and a–f, such as #15307c'),
  v.check(
    (text) => !isColor(text) || text === '' || contrast(text, '#ffffff') >= leastContrast,
    ({ input }) =>
      `must be darker: white text on it has a contrast of ${contrast(input, '#ffffff').toFixed(1)} to 1, and needs ${leastContrast} to 1 to be readable`,
  ),
);

/** POST /firm/save: what the firm calls itself. */
export const FirmSave = form({
  name: requiredLine(60),
  /** Lines as on a letterhead, or `''`. */
  address: optionalText(300),
  /** `#rrggbb`; `''` for the usual one. */
  color,
});
export type FirmSave = v.InferOutput<typeof FirmSave>;
