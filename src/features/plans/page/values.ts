import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { type Annotation, annotationsOf, isDrawnText, type Layers, placeOf } from './annotations.ts';
import type { Box } from './box.ts';

/** Words that stand on a page and are not in its text. */
type Placed = { text: string; box: Box };

function placed(page: PDFPageProxy, text: string, { rect }: Annotation): Placed[] {
  const box = placeOf(page, rect);
  return box && text.trim() !== '' ? [{ text, box }] : [];
}

function asList(value: Annotation['fieldValue']): readonly string[] {
  return typeof value === 'string' ? [value] : (value ?? []);
}

function textOfField({ fieldType, fieldValue, options = [], textContent, password }: Annotation): string {
  if (password || (fieldType !== 'Tx' && fieldType !== 'Ch')) return '';
  const chosen = asList(fieldValue).map(
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

const prepared = new WeakSet<PDFPageProxy>();

/** Has PDF.js draw the values of fields that have no appearance of their own. Nothing is changed in the file. */
export async function showValues(pdf: PDFDocumentProxy, page: PDFPageProxy): Promise<void> {
  if (prepared.has(page)) return;
  for (const field of (await page.getAnnotations()) as Annotation[]) {
    const { id, fieldType, fieldValue, combo, hasAppearance, borderColor, backgroundColor } = field;
    const isText = fieldType === 'Tx' || fieldType === 'Ch';
    if (!isText || hasAppearance) continue;
    const values = asList(fieldValue);
    const isList = fieldType === 'Ch' && !combo;
    const isDrawn = isList || values.join('') !== '' || borderColor || backgroundColor;
    if (isDrawn) pdf.annotationStorage.setValue(id, { value: isList ? values : (values[0] ?? '') });
  }
  prepared.add(page);
}
