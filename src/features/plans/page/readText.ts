import type { PDFPageProxy } from 'pdfjs-dist';
import type { Layers } from './annotations.ts';
import type { Shown } from './drawPage.ts';
import { glyphsOf } from './glyphs.ts';
import type { Codes } from './instructions.ts';
import type { Instructions } from './leftOut.ts';
import { type PageText, pageTextOf, type Words } from './pageText.ts';
import { showValues } from './pdfDrawing.ts';
import { remarksOf } from './remarks.ts';
import { wordsBesideText } from './values.ts';

/** Reads all words of a page: those that it draws, what its fields are filled with, and what was remarked on it. */
export async function readText(
  { pdf, layers }: Shown,
  page: PDFPageProxy,
  codes: Codes,
  drawn?: Instructions,
): Promise<PageText> {
  await showValues(pdf, page);
  return pageTextOf(await glyphsOf(page, codes, layers, drawn), await wordsOf(page, layers));
}

/** Returns the words on a page that are not drawn as letters, or may not be. */
async function wordsOf(page: PDFPageProxy, layers: Layers): Promise<Words[]> {
  const remarks = (await remarksOf(page, layers)).flatMap(({ text, replies, box }) =>
    [text, ...replies.map((reply) => reply.text)].map((words) => ({ text: words, box })),
  );
  return [...(await wordsBesideText(page, layers)), ...remarks].filter(({ text }) => text !== '');
}
