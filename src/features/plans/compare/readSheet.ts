import { annotationsOf, placeOf } from '../page/annotations.ts';
import type { Size } from '../page/box.ts';
import { isForm, labelIn } from '../page/documentParts.ts';
import { instructionsOf } from '../page/instructions.ts';
import { sentences } from '../page/leftOut.ts';
import { type Matrix, multiply } from '../page/matrix.ts';
import { showValues, valuesOf } from '../page/pdfDrawing.ts';
import { remarksOf } from '../page/remarks.ts';
import type { Alignment } from './align.ts';
import type { ReadPage } from './comparedPlan.ts';
import { type Instructions, type Marks, marksOf, type Objects } from './marks.ts';
import { type Edges, edgesOf } from './shape.ts';

/**
 * What stands on a sheet beside what is drawn: its value, without its place, says whether two are the same. A remark without an appearance
 * is not drawn as well.
 */
type Said = { kind: 'remark' | 'value' | 'link'; text: string; edges: Edges; isDrawn: boolean };

/** A page, read. */
export type Sheet = Size & {
  page: number;
  label: string;
  /** From the space of the document to that of the page. */
  base: Matrix;
  marks: Marks;
  /** What its entry turns it by. */
  rotate: number;
  isBlank: boolean;
  said: readonly Said[];
  hasLayers: boolean;
  /** Whether something of it cannot be shown, as far as that is known without drawing it. */
  isLeftOut: boolean;
  /** Whether pictures were left out whose place is not known. */
  hasLostPictures: boolean;
  /** Draws it anew, at the place at which it lies on another one. */
  aligned(alignment: Alignment): { marks: Marks; base: Matrix };
};

const removed = sentences[0]?.words ?? '';

/** Waits for what instructions need: outlines and fonts come from the parser one by one. */
async function loadFonts({ page, codes }: ReadPage, { fnArray, argsArray }: Instructions): Promise<void> {
  const ids = new Set<string>();
  fnArray.forEach((code, at) => {
    const args = argsArray[at] as readonly unknown[] | null;
    if (code === codes.setFont) ids.add(String(args?.[0]));
    if (code !== codes.setGState) return;
    for (const [key, value] of (args?.[0] ?? []) as [string, string[]][])
      if (key === 'Font') ids.add(String(value[0]));
  });
  await Promise.all(Array.from(ids, (id) => new Promise((resolve) => page.commonObjs.get(id, resolve))));
}

async function saidOn({ page, layers }: ReadPage): Promise<Said[]> {
  const around = (box: { x: number; y: number } & Size): Edges => [
    box.x,
    box.y,
    box.x + box.width,
    box.y + box.height,
  ];
  const remarks = (await remarksOf(page, layers)).map(
    ({ kind, text, author, state, replies, box, isDrawn }) => ({
      kind: 'remark' as const,
      text: JSON.stringify([kind, text, author, state, replies.map((reply) => [reply.text, reply.author])]),
      edges: around(box),
      isDrawn,
    }),
  );
  const others = (await annotationsOf(page, layers)).flatMap((one): Said[] => {
    const box = placeOf(page, one);
    const value = one.subtype === 'Widget' ? valuesOf(one).join('\n') : '';
    const link = one.subtype === 'Link' ? (one.url ?? one.unsafeUrl ?? '') : '';
    if (!box || (value === '' && link === '')) return [];
    return [
      { kind: value === '' ? 'link' : 'value', text: value || link, edges: around(box), isDrawn: true },
    ];
  });
  return [...remarks, ...others];
}

const labels = new WeakMap<object, Promise<readonly string[] | null>>();

/** Reads all of a page but its pictures. */
export async function readSheet(read: ReadPage): Promise<Sheet> {
  const { pdf, page, layers, codes, warnings } = read;
  await showValues(pdf, page);
  const instructions: Instructions = await instructionsOf(page);
  await loadFonts(read, instructions);
  if (!labels.has(pdf))
    labels.set(
      pdf,
      pdf.getPageLabels().catch(() => null),
    );
  const { width, height } = page.getViewport({ scale: 1 });
  const objects = [page.objs, page.commonObjs] as unknown as readonly Objects[];
  const drawnBy = (space: Matrix, edges: Edges) =>
    marksOf(instructions, { objects, codes, layers, base: space, page: edges });
  const base: Matrix = page.getViewport({ scale: 1 }).transform;
  const marks = drawnBy(base, [0, 0, width, height]);
  const told = warnings();
  const isPart = (warning: string) =>
    sentences.some(({ words, of }) => of === 'part' && warning.includes(words));
  return {
    width,
    height,
    page: page.pageNumber,
    label: labelIn(await (labels.get(pdf) as Promise<readonly string[] | null>), page.pageNumber).slice(
      0,
      255,
    ),
    base,
    marks,
    rotate: page.rotate,
    isBlank: marks.shown.length + marks.opaque.length === 0,
    said: await saidOn(read),
    hasLayers: layers.getOrder() !== null,
    isLeftOut: (await isForm(pdf)) || marks.isTextLost || told.some(isPart),
    hasLostPictures:
      told.filter((one) => one.includes(removed)).length >
      marks.opaque.filter(({ isPicture }) => isPicture).length,
    aligned({ turn, lies }) {
      const viewport = page.getViewport({ scale: 1, rotation: (page.rotate + turn) % 360 });
      const turned = multiply(lies, viewport.transform);
      return { marks: drawnBy(turned, edgesOf([0, 0, viewport.width, viewport.height], lies)), base: turned };
    },
  };
}
