import type { PDFPageProxy } from 'pdfjs-dist';
import type { Layers } from './annotations.ts';

/** The instructions of a page, as the library draws them. */
type Instructions = { fnArray: readonly number[]; argsArray: readonly unknown[] };

/** The numbers of the library's instructions (`OPS`), which is loaded by its address. */
const ops = {
  showText: 44,
  beginMarked: 69,
  beginMarkedProps: 70,
  endMarked: 71,
  beginAnnotation: 80,
  endAnnotation: 81,
};

type Glyph = { unicode?: string } | number | null;

const blank = /\s+/g;

/** Returns the letters that a page draws in their order, without blanks, and for each whether it is in a layer that is hidden. */
function drawnLetters(
  { fnArray, argsArray }: Instructions,
  layers: Layers,
): { text: string; isHidden: boolean[] } {
  const open: boolean[] = [];
  const isHidden: boolean[] = [];
  let text = '';
  let annotations = 0;
  for (const [at, fn] of fnArray.entries()) {
    const args = argsArray[at] as unknown[];
    if (fn === ops.beginAnnotation) annotations += 1;
    else if (fn === ops.endAnnotation) annotations -= 1;
    else if (fn === ops.beginMarked) open.push(false);
    else if (fn === ops.beginMarkedProps) open.push(args[0] === 'OC' && !layers.isVisible(args[1]));
    else if (fn === ops.endMarked) open.pop();
    else if (fn === ops.showText && annotations === 0) {
      for (const glyph of args[0] as Glyph[]) {
        const letter = typeof glyph === 'object' ? (glyph?.unicode ?? '').replace(blank, '') : '';
        text += letter;
        for (let part = 0; part < letter.length; part += 1) isHidden.push(open.includes(true));
      }
    }
  }
  return { text, isHidden };
}

/**
 * Returns a function that says, for one piece of a page's text after the other, whether it is in a layer that is hidden: the library
 * reads the text of all layers. Both come in the order of the document, so that each piece is found among the letters drawn.
 */
function hiddenPieces(instructions: Instructions, layers: Layers): (piece: string) => boolean {
  const { text, isHidden } = drawnLetters(instructions, layers);
  let at = 0;
  return (piece) => {
    const letters = piece.replace(blank, '');
    // What runs from right to left is read in another order than it is drawn.
    const places = [letters, [...letters].reverse().join('')]
      .map((one) => text.indexOf(one, at))
      .filter((one) => one >= 0);
    if (letters === '' || places.length === 0) return false;
    const found = Math.min(...places);
    at = found + letters.length;
    return isHidden[found] ?? false;
  };
}

/** Letters that are two or three in one. */
const ligatures = /[\ufb00-\ufb06]/g;

/** Returns the text of a page as the library does, without what is in layers that are hidden. */
export async function visibleText(page: PDFPageProxy, layers: Layers) {
  if (Array.from(layers).every(([, { visible }]) => visible)) return page.getTextContent();
  const instructions = (await page.getOperatorList({ annotationMode: 0 })) as Instructions;
  const isHidden = hiddenPieces(instructions, layers);
  const { items, styles } = await page.getTextContent({ disableNormalization: true });
  const shown = items.flatMap((item) => {
    if (!('str' in item) || isHidden(item.str)) return [];
    return [{ ...item, str: item.str.replace(ligatures, (letters) => letters.normalize('NFKC')) }];
  });
  return { items: shown, styles };
}
