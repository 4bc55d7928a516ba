import type { PDFPageProxy } from 'pdfjs-dist';
import { PlanError } from '../open/PlanError.ts';
import type { Kept } from '../parser/onlyLetters.ts';
import { maxInstructions } from './drawPage.ts';
import { pdfAnnotationMode } from './pdfDrawing.ts';

export type Font = {
  vertical?: boolean | undefined;
  /** From the space of its letters to that of text. */
  fontMatrix?: number[] | undefined;
  /** Its letters are drawings, and have no size of their own. */
  isType3Font?: boolean | undefined;
  /** The width of its widest letter on the page. */
  widest: number;
};
export type FontGlyph = {
  unicode: string;
  width: number;
  isSpace: boolean;
  vmetric?: [number, number, number];
};

/** The names of the instructions that are followed. */
export const followed = [
  'save',
  'restore',
  'transform',
  'beginGroup',
  'endGroup',
  'paintFormXObjectBegin',
  'paintFormXObjectEnd',
  'beginAnnotation',
  'endAnnotation',
  'beginMarkedContent',
  'beginMarkedContentProps',
  'endMarkedContent',
  'beginText',
  'setTextMatrix',
  'setFont',
  'setGState',
  'setCharSpacing',
  'setWordSpacing',
  'setHScale',
  'setTextRise',
  'setLeading',
  'moveText',
  'setLeadingMoveText',
  'nextLine',
  'showText',
  'paintImageXObject',
] as const;
export type Followed = (typeof followed)[number];

/** Names what a parser passes on of a page whose letters are wanted only. */
export const lettersOnly = (codes: Codes): Kept => ({
  kept: followed.map((name) => codes[name]),
  picture: codes.paintImageXObject,
});
export type FontChange = [name: string, size: number];
/** The codes of instructions, by their names. */
export type Codes = Readonly<Record<Followed, number>>;

type Pending = { _intentStates: ReadonlyMap<string, { operatorList?: { fnArray: readonly unknown[] } }> };

/** Returns the drawing instructions of a page. @throws PlanError when there are too many, before they fill the memory */
export async function instructionsOf(page: PDFPageProxy) {
  const tooMany = Promise.withResolvers<never>();
  const timer = setInterval(() => {
    // The library has no other way to see how many there are so far.
    for (const { operatorList } of (page as unknown as Pending)._intentStates.values()) {
      if ((operatorList?.fnArray.length ?? 0) > maxInstructions) tooMany.reject(new PlanError('too-complex'));
    }
  }, 100);
  try {
    return await Promise.race([page.getOperatorList({ annotationMode: pdfAnnotationMode }), tooMany.promise]);
  } finally {
    clearInterval(timer);
  }
}

/** Waits for the fonts of the instructions, which come from the parser one by one. Those of a page that was drawn may be gone again. */
export async function fontsOf(
  { commonObjs }: PDFPageProxy,
  list: readonly number[],
  args: readonly unknown[],
  codes: Codes,
  isDrawn: boolean,
): Promise<Map<string, Font>> {
  const widest = new Map<string, number>();
  let current = '';
  const use = ([name]: FontChange) => {
    current = name;
    widest.set(name, widest.get(name) ?? 0);
  };
  list.forEach((code, at) => {
    if (code === codes.setFont) use(args[at] as FontChange);
    if (code === codes.setGState) {
      const [entries] = args[at] as [entries: [key: string, value: unknown][]];
      for (const [key, value] of entries) if (key === 'Font') use(value as FontChange);
    }
    if (code !== codes.showText) return;
    const [shown] = args[at] as [shown: (FontGlyph | number)[]];
    const widths = shown.map((glyph) => (typeof glyph === 'number' ? 0 : glyph.width));
    widest.set(
      current,
      widths.reduce((most, width) => Math.max(most, width), widest.get(current) ?? 0),
    );
  });
  const fonts = Array.from(widest, async ([name, width]) => {
    const isGone = isDrawn && !commonObjs.has(name);
    const font = await new Promise<Partial<Font>>((resolve) =>
      isGone ? resolve({}) : commonObjs.get(name, resolve),
    );
    const { vertical, fontMatrix, isType3Font } = font;
    return [name, { vertical, fontMatrix, isType3Font, widest: width }] as const;
  });
  return new Map(await Promise.all(fonts));
}
