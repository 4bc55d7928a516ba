/** How PDFs are drawn by PDF.js, for the plan viewer and for the previews of the server: one sheet is one picture. */

/** Pixels of the largest decoded picture: A0 at 400 dpi. */
const maxImageSize = 2 ** 28;

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
