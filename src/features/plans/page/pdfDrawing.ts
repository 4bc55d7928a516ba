import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { type Annotation, allAnnotations } from './annotations.ts';

/** How PDFs are drawn by PDF.js, for the plan viewer and for the previews of the server: one sheet is one picture. */

/** Pixels of the largest decoded picture: more than the largest usual sheet has at 600 dpi (36 × 48 in., 622 million). */
const maxImageSize = 2 ** 30;

/** @param file returns the address of one of the folders of the library */
export function pdfDocumentOptions(file: (folder: string) => string) {
  return {
    cMapUrl: file('cmaps'),
    standardFontDataUrl: file('standard_fonts'),
    wasmUrl: file('wasm'),
    iccUrl: file('iccs'),
    maxImageSize,
  };
}

/** Draws annotations, and in fields of forms what they are filled with: `AnnotationMode.ENABLE_STORAGE` of the library. */
export const pdfAnnotationMode = 3;

const prepared = new WeakSet<PDFPageProxy>();

/** Returns the values of a field that may have several. */
export function valuesOf({ fieldValue }: Annotation): readonly string[] {
  return typeof fieldValue === 'string' ? [fieldValue] : (fieldValue ?? []);
}

/** Has PDF.js draw the values of fields that have no appearance of their own. Nothing is changed in the file. */
export async function showValues(pdf: PDFDocumentProxy, page: PDFPageProxy): Promise<void> {
  if (prepared.has(page)) return;
  for (const field of await allAnnotations(page)) {
    const { id, fieldType, combo, hasAppearance, borderColor, backgroundColor } = field;
    const isText = fieldType === 'Tx' || fieldType === 'Ch';
    if (!isText || hasAppearance) continue;
    const values = valuesOf(field);
    const isList = fieldType === 'Ch' && !combo;
    const isDrawn = isList || values.join('') !== '' || borderColor || backgroundColor;
    if (isDrawn) pdf.annotationStorage.setValue(id, { value: isList ? values : (values[0] ?? '') });
  }
  prepared.add(page);
}
