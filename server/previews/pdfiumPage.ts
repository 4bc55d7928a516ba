import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init } from '@embedpdf/pdfium';
import { type DrawnPage, pixelsOf } from './drawnPage.ts';

/** `FPDFBitmap_BGRA`; with `FPDF_ANNOT` and `FPDF_REVERSE_BYTE_ORDER` it is drawn as RGBA, with annotations. */
const bitmapFormat = 4;
const flags = 0x01 | 0x10;
const white = 0xffffffff;

/** Draws the first page line by line, however large its pictures are: PDF.js needs all of a picture in memory, several times. */
export async function drawWithPdfium(bytes: Uint8Array): Promise<DrawnPage> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const library = await init({ wasmBinary: wasm.buffer });
  // Another array once the memory has grown.
  const memory = library.pdfium as unknown as { HEAPU8: Uint8Array };
  library.PDFiumExt_Init();
  const place = library.pdfium.wasmExports.malloc(bytes.length);
  memory.HEAPU8.set(bytes, place);
  const document = library.FPDF_LoadMemDocument(place, bytes.length, '');
  const page = library.FPDF_LoadPage(document, 0);
  if (page === 0) throw new Error('a document without a page');
  const form = library.PDFiumExt_InitFormFillEnvironment(document, library.PDFiumExt_OpenFormFillInfo());
  library.FORM_OnAfterLoadPage(page, form);
  const { width, height } = pixelsOf(library.FPDF_GetPageWidthF(page), library.FPDF_GetPageHeightF(page));
  const bitmap = library.FPDFBitmap_CreateEx(width, height, bitmapFormat, 0, 0);
  library.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
  library.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
  // The fields of forms, such as signatures.
  library.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, flags);
  const start = library.FPDFBitmap_GetBuffer(bitmap);
  return { width, height, pixels: memory.HEAPU8.slice(start, start + 4 * width * height) };
}
