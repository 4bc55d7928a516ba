import type { ComparedPlan } from './comparedPlan.ts';
import type { Mark } from './marks.ts';
import type { Sheet } from './readSheet.ts';
import type { Edges } from './shape.ts';

/** By what a sheet is known again. */
export type Fingerprint = {
  label: string;
  /** Whether the document gave it a label, and it is not only its number. */
  isLabeled: boolean;
  /** The number in its title block; empty without one. */
  number: string;
  /** The smallest hashes of what is on it, of which two sheets share as many as of all. */
  sketch: readonly number[];
  /** A tiny picture of one that consists of pictures. */
  looks: readonly number[] | null;
};

const sketchSize = 256;
/** Fewer things drawn are not enough to be known by. */
const fewMarks = 40;
/** The edge of the tiny picture. */
const looksSize = 40;

function hashOf(text: string): number {
  let hash = 2166136261;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Returns the words that letters stand in, each with where it is; they may run in any direction. */
function wordsOf(marks: readonly Mark[]): { text: string; box: Edges }[] {
  const words: { text: string; box: Edges }[] = [];
  let last: Edges = [0, 0, -1, -1];
  for (const { kind, text, box } of marks) {
    if (kind !== 'letter') continue;
    const across = Math.max(box[0], last[0]) - Math.min(box[2], last[2]);
    const down = Math.max(box[1], last[1]) - Math.min(box[3], last[3]);
    const size = Math.max(box[2] - box[0], box[3] - box[1]);
    const word = words.at(-1);
    last = box;
    if (!word || Math.max(across, down) > 0.2 * size || Math.min(across, down) > -0.4 * size)
      words.push({ text, box });
    else {
      word.text += text;
      word.box = [
        Math.min(word.box[0], box[0]),
        Math.min(word.box[1], box[1]),
        Math.max(word.box[2], box[2]),
        Math.max(word.box[3], box[3]),
      ];
    }
  }
  return words;
}

const sheetNumber = /^[A-Z]{1,4}[-. ]?\d{1,4}([.-]\d{1,3})?[A-Z]?$/;

/** Returns the number of a sheet: the largest word of its kind in the lower right part, where title blocks are. */
function numberOf({ width, height }: Sheet, words: ReturnType<typeof wordsOf>): string {
  const found = words.filter(
    ({ text, box }) => sheetNumber.test(text) && box[0] > 0.6 * width && box[1] > 0.6 * height,
  );
  const size = ({ box }: (typeof found)[number]) => box[3] - box[1];
  return found.sort((a, b) => size(b) - size(a))[0]?.text ?? '';
}

export function fingerprintOf(sheet: Sheet, looks: readonly number[] | null): Fingerprint {
  const { shown } = sheet.marks;
  const words = wordsOf(shown);
  const hashes = new Set(words.map(({ text }) => hashOf(text)));
  for (const { kind, shape } of shown) {
    if (kind === 'letter' || shape.length < 6) continue;
    // A sheet may be turned.
    const sides = [shape.width, shape.height].map(Math.round).sort((a, b) => a - b);
    hashes.add(hashOf(`${kind} ${sides} ${Math.round(shape.length)}`));
  }
  const sketch = [...hashes].sort((a, b) => a - b).slice(0, sketchSize);
  const isLabeled = sheet.label !== String(sheet.page);
  return { label: sheet.label, isLabeled, number: numberOf(sheet, words), sketch, looks };
}

/** Returns a tiny picture of a sheet that little but pictures is on: how dark each of its parts is. */
export async function looksOf(
  sheet: Sheet,
  plan: ComparedPlan,
  signal: AbortSignal,
): Promise<number[] | null> {
  const { width, height, marks } = sheet;
  if (marks.shown.length >= fewMarks || (marks.opaque.length === 0 && !sheet.hasLostPictures)) return null;
  const scale = (looksSize * 4) / Math.max(width, height);
  const { pixels } = await plan.draw(sheet.page, { box: { x: 0, y: 0, width, height }, scale }, signal);
  const looks = new Array<number>(looksSize * looksSize).fill(0);
  for (let y = 0, at = 0; y < pixels.height; y += 1) {
    for (let x = 0; x < pixels.width; x += 1, at += 4) {
      const cell =
        Math.floor((y * looksSize) / pixels.height) * looksSize + Math.floor((x * looksSize) / pixels.width);
      (looks[cell] as number) += 255 - (pixels.data[at + 1] as number);
    }
  }
  const mean = looks.reduce((sum, value) => sum + value, 0) / looks.length;
  return looks.map((value) => value - mean);
}

/** Returns how alike two rows of numbers around 0 are: from 0 to 1. */
function cosine(one: readonly number[], other: readonly number[]): number {
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);
  const length = Math.sqrt(dot(one, one) * dot(other, other));
  return length === 0 ? 1 : Math.max(0, dot(one, other) / length);
}

/** Returns how much of two sheets is alike, from 0 to 1, by the smallest hashes of both. */
function shared(one: readonly number[], other: readonly number[]): number {
  const [first, second] = [new Set(one), new Set(other)];
  const all = [...new Set([...one, ...other])].sort((a, b) => a - b).slice(0, sketchSize);
  return all.length === 0 ? 1 : all.filter((hash) => first.has(hash) && second.has(hash)).length / all.length;
}

const quarters = [0, 90, 180, 270] as const;

/** Returns a tiny picture, turned clockwise. */
function turnedLooks(looks: readonly number[], turn: (typeof quarters)[number]): number[] {
  const last = looksSize - 1;
  return looks.map((_, at) => {
    const [x, y] = [at % looksSize, Math.floor(at / looksSize)];
    const [fx, fy] = { 0: [x, y], 90: [y, last - x], 180: [last - x, last - y], 270: [last - y, x] }[
      turn
    ] as [number, number];
    return looks[fy * looksSize + fx] as number;
  });
}

/** Returns how two sheets of pictures lie on one another, and how much they are alike then. */
export function turnOf(
  one: Fingerprint,
  other: Fingerprint,
): { turn: (typeof quarters)[number]; likeness: number } {
  const { looks } = other;
  if (!one.looks || !looks) return { turn: 0, likeness: 0 };
  const own = one.looks;
  const all = quarters.map((turn) => ({ turn, likeness: cosine(turnedLooks(own, turn), looks) }));
  // Upright, unless another way is clearly better.
  return all.reduce((best, next) => (next.likeness > best.likeness + 0.1 ? next : best));
}

/** Returns how likely two sheets are the same one, by what is on them, the number in their title blocks, and their labels. */
export function likeness(one: Fingerprint, other: Fingerprint): number {
  const content = one.looks && other.looks ? turnOf(one, other).likeness : shared(one.sketch, other.sketch);
  const isNumbered = one.number !== '' && other.number !== '';
  const isLabeled = one.isLabeled && other.isLabeled;
  const number = isNumbered ? (one.number === other.number ? 0.25 : -0.25) : 0;
  const label = isLabeled ? (one.label === other.label ? 0.1 : -0.1) : 0;
  return content + number + label;
}
