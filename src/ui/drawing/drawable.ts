import { grouped } from '../../contract/grouped.ts';
import { maxFileNameLength } from '../../contract/limits.ts';

type Named = { name: string; type: string };

const genericTypes: readonly string[] = ['', 'application/octet-stream'];

/** Whether a file is a picture that can be drawn on, by its type, or by its name where the type is generic. */
export function isDrawable({ name, type }: Named): boolean {
  if (genericTypes.includes(type)) return /\.(png|jpe?g)$/i.test(name);
  return type === 'image/jpeg' || type === 'image/png';
}

/** Whether a picture is drawn on as a PNG, which keeps its sharp edges; all others are JPEGs. */
export function isPng({ name, type }: Named): boolean {
  return type === 'image/png' || (genericTypes.includes(type) && /\.png$/i.test(name));
}

/** Characters that the server adds: the time stamp. */
const stampLength = 20;

/** Returns the name of the copy of a picture with a drawing: `roof.jpg` gives `roof-drawing.jpg`. */
export function drawnName(picture: Named): string {
  const ending = isPng(picture) ? '-drawing.png' : '-drawing.jpg';
  const name = picture.name.replace(/\.[a-z0-9]{1,5}$/i, '');
  return [...name].slice(0, maxFileNameLength - stampLength - ending.length).join('') + ending;
}

const leastEdge = 16;
const maxMegapixels = 250;

/** Returns why a picture of this size cannot be drawn on, as a sentence; empty when it can. */
export function sizeRefusal({ width, height }: { width: number; height: number }): string {
  if (Math.min(width, height) < leastEdge) {
    return `This picture is ${grouped(width)} × ${grouped(height)} pixels. Drawing needs at least ${leastEdge} pixels on each side.`;
  }
  const megapixels = Math.round((width * height) / 1e6);
  if (megapixels > maxMegapixels) {
    return `This picture has ${grouped(megapixels)} megapixels. Drawing works with up to ${maxMegapixels}.`;
  }
  return '';
}
