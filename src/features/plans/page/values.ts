import type { PDFPageProxy } from 'pdfjs-dist';
import { type Annotation, annotationsOf, isDrawnText, type Layers, placeOf } from './annotations.ts';
import type { Box } from './box.ts';
import { valuesOf } from './pdfDrawing.ts';

/** Words that stand on a page and are not in its text. */
type Placed = { text: string; box: Box };

function placed(page: PDFPageProxy, text: string, one: Annotation): Placed[] {
  const box = placeOf(page, one);
  return box && text.trim() !== '' ? [{ text, box }] : [];
}

function textOfField(field: Annotation): string {
  const { fieldType, options = [], textContent, password } = field;
  if (password || (fieldType !== 'Tx' && fieldType !== 'Ch')) return '';
  const chosen = valuesOf(field).map(
    (value) => options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value,
  );
  return (chosen.join('\n') || (textContent?.join('\n') ?? '')).replace(/\r\n?/g, '\n');
}

/**
 * Returns the words that stand on a page beside its text, and where: what the fields of a form are filled with, and words of the drawing
 * that are lines, which programs for drawings add as annotations that draw nothing.
 */
export async function wordsBesideText(page: PDFPageProxy, layers: Layers): Promise<Placed[]> {
  const found = await annotationsOf(page, layers);
  return found.flatMap((one) =>
    placed(page, isDrawnText(one) ? (one.contentsObj?.str ?? '') : textOfField(one), one),
  );
}
