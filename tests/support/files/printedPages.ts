import { PDFiumLibrary } from '@hyzyla/pdfium';

export type PrintedPage = {
  /** Its lines from top to bottom. */
  lines: string[];
  /** How many pictures are on it. */
  pictures: number;
  /** In points. */
  width: number;
  height: number;
};

/** Reads the pages of a printed PDF. */
export async function printedPages(pdf: Uint8Array): Promise<PrintedPage[]> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(pdf);
    return [...document.pages()].map((page) => ({
      lines: page.getText().split(/\s*[\r\n]+\s*/),
      pictures: [...page.objects()].filter(({ type }) => type === 'image').length,
      width: page.getOriginalSize().originalWidth,
      height: page.getOriginalSize().originalHeight,
    }));
  } finally {
    library.destroy();
  }
}
