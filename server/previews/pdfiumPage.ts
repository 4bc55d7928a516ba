import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { type DrawnPage, pixelsOf } from './drawnPage.ts';

/** `FPDFBitmap_BGRA`; with `FPDF_ANNOT` and `FPDF_REVERSE_BYTE_ORDER` it is drawn as RGBA, with annotations. */
const bitmapFormat = 4;
const flags = 0x01 | 0x10;
const white = 0xffffffff;
/** `FPDF_PAGEOBJ_IMAGE` and `FPDF_PAGEOBJ_FORM`. */
const [imageObject, formObject] = [3, 5];
/** Pixels of the largest picture that is decoded once more to know whether it can be: all of it is in memory then. */
const mostChecked = 16_000_000;

/** Returns the pictures of a page, those in parts of it too. */
function picturesOf(library: WrappedPdfiumModule, page: number): number[] {
  const within = (count: number, objectAt: (at: number) => number): number[] =>
    Array.from({ length: count }, (_, at) => objectAt(at)).flatMap((object) => {
      const type = library.FPDFPageObj_GetType(object);
      if (type !== formObject) return type === imageObject ? object : [];
      const inner = library.FPDFFormObj_CountObjects(object);
      return within(inner, (at) => library.FPDFFormObj_GetObject(object, at));
    });
  return within(library.FPDFPage_CountObjects(page), (at) => library.FPDFPage_GetObject(page, at));
}

/** Whether a picture can be decoded: the library passes over one that cannot. */
function isDrawn(library: WrappedPdfiumModule, picture: number): boolean {
  const { malloc } = library.pdfium.wasmExports;
  const [width, height] = [malloc(4), malloc(4)];
  library.FPDFImageObj_GetImagePixelSize(picture, width, height);
  const { getValue } = library.pdfium;
  if (getValue(width, 'i32') * getValue(height, 'i32') > mostChecked) return true;
  const bitmap = library.FPDFImageObj_GetBitmap(picture);
  if (bitmap !== 0) library.FPDFBitmap_Destroy(bitmap);
  return bitmap !== 0;
}

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
  const pixels = memory.HEAPU8.slice(start, start + 4 * width * height);
  const isIncomplete = !picturesOf(library, page).every((picture) => isDrawn(library, picture));
  return { width, height, pixels, isIncomplete };
}
