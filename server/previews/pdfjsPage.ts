import { createCanvas } from '@napi-rs/canvas';
import { getDocument, OPS, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { isForm } from '../../src/features/plans/page/documentParts.ts';
import { drawPage } from '../../src/features/plans/page/drawPage.ts';
import { leftOutOf } from '../../src/features/plans/page/leftOut.ts';
import { pdfDocumentOptions } from '../../src/features/plans/page/pdfDrawing.ts';
import { type DrawnPage, pixelsOf } from './drawnPage.ts';
import { listenToParser, pdfjsFolder, startParser } from './startParser.ts';

/**
 * Draws the first page as the plan viewer draws it, so that both show the same. Runs no scripts.
 *
 * @throws Error also for a form that is laid out by a program: its page says to wait, and is none of it
 */
export async function drawWithPdfjs(bytes: Uint8Array): Promise<DrawnPage> {
  await startParser();
  const warnings = listenToParser();
  const task = getDocument({
    ...pdfDocumentOptions((name) => `${pdfjsFolder}${name}/`),
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.WARNINGS,
  });
  const pdf = await task.promise;
  if (await isForm(pdf)) throw new Error('Its pages are not the form.');
  const page = await pdf.getPage(1);
  const { width, height } = page.getViewport({ scale: 1 });
  const { scale, ...size } = pixelsOf(width, height);
  const canvas = createCanvas(size.width, size.height);
  const layers = await pdf.getOptionalContentConfig();
  const box = { x: 0, y: 0, width, height };
  const instructions = await drawPage(
    canvas as never,
    page,
    { box, scale },
    { pdf, layers } as never,
    new AbortController().signal,
  );
  const leftOut = leftOutOf(page, { instructions, codes: OPS, warnings });
  return { ...size, pixels: canvas.data(), isIncomplete: leftOut !== '' };
}
