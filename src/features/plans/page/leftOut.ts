import type { PDFPageProxy } from 'pdfjs-dist';

/** Of a page that begins to be parsed, or with a warning of PDF.js meanwhile. */
export type ParserNote = { page: number; warning?: string };

/** What our part of the parser warns of. */
export const brokenScan = 'A scan breaks off.';

/** The words by which PDF.js warns that something is missing. Pictures that cannot be decoded, and fonts, are found as objects. */
export const sentences: readonly { words: string; of: 'picture' | 'part' }[] = [
  { words: 'Image exceeded maximum allowed size and was removed.', of: 'picture' },
  { words: 'Image dimensions are missing, or not numbers.', of: 'picture' },
  { words: 'Unable to decode inline image: "', of: 'picture' },
  { words: brokenScan, of: 'part' },
  { words: ' -- ignoring the rest of the image data.', of: 'part' },
  { words: 'getOperatorList - ignoring XObject: "', of: 'part' },
  { words: 'getOperatorList - ignoring Shading: "', of: 'part' },
  { words: 'parseShading - ignoring shading: "', of: 'part' },
  { words: 'Unsupported ShadingType: ', of: 'part' },
  { words: 'handleTilingType - ignoring pattern: "', of: 'part' },
  { words: 'getOperatorList - ignoring errors during "', of: 'part' },
  { words: 'getOperatorList - ignoring annotation data during "', of: 'part' },
  { words: 'getContentStream - ignoring sub-stream (', of: 'part' },
];

/** The instructions of a page, as PDF.js holds them. */
export type Instructions = { fnArray: readonly number[]; argsArray: readonly (readonly unknown[] | null)[] };

type Codes = Record<'paintImageXObject' | 'paintImageXObjectRepeat' | 'setFont', number>;
type Objects = Pick<PDFPageProxy, 'objs' | 'commonObjs' | 'isPureXfa'>;

/** Returns what PDF.js could not make of a page: how many pictures have no pixels, and whether a font is an error, which draws nothing. */
function lostObjects({ objs, commonObjs }: Objects, { fnArray, argsArray }: Instructions, codes: Codes) {
  const pictures = new Set<string>();
  let isTextLost = false;
  fnArray.forEach((code, at) => {
    const isPicture = code === codes.paintImageXObject || code === codes.paintImageXObjectRepeat;
    if (!isPicture && code !== codes.setFont) return;
    const id = String(argsArray[at]?.[0]);
    // What several pages share.
    const known = id.startsWith('g_') ? commonObjs : objs;
    const object: unknown = known.has(id) ? known.get(id) : undefined;
    if (isPicture && object === null) pictures.add(id);
    if (!isPicture && typeof object === 'string') isTextLost = true;
  });
  return { pictures: pictures.size, isTextLost };
}

type Drawing = { instructions: Instructions; codes: Codes; warnings: readonly string[] };

/** Says what is not shown of a page that was drawn; empty where all of it is. */
export function leftOutOf(page: Objects, { instructions, codes, warnings }: Drawing): string {
  if (page.isPureXfa)
    return 'This page is a form, shown here as far as it can be. Download the file to see all of it, or to print it.';
  const lost = lostObjects(page, instructions, codes);
  const told = warnings.map((warning) => sentences.find(({ words }) => warning.includes(words))?.of);
  const pictures = lost.pictures + told.filter((of) => of === 'picture').length;
  const missing = [
    pictures > 0 && (pictures === 1 ? '1 picture' : `${pictures} pictures`),
    lost.isTextLost && 'text',
    told.includes('part') && (pictures > 0 || lost.isTextLost ? 'other parts' : 'parts'),
  ].filter((one) => one !== false);
  if (missing.length === 0) return '';
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(missing);
  return `This page has ${list} that can’t be shown here. Download the file to see all of it.`;
}
