import type { PDFPageProxy } from 'pdfjs-dist';
import { loadPdfJs } from '../openDocument.ts';
import styles from './form.module.css';

/** Lays out a page that is a form, in points. Nobody fills it in, and nothing of it is followed or said: its words are beside the page. */
export async function layForm(page: PDFPageProxy): Promise<HTMLElement> {
  const { XfaLayer } = await loadPdfJs();
  const xfaHtml = await page.getXfa();
  const { width, height } = page.getViewport({ scale: 1 });
  const frame = document.createElement('div');
  frame.className = styles.form ?? '';
  frame.inert = true;
  frame.ariaHidden = 'true';
  frame.style.width = `${width}px`;
  frame.style.height = `${height}px`;
  const div = document.createElement('div');
  frame.append(div);
  // Without a storage it has no listeners, and without a service its links no addresses.
  if (xfaHtml) XfaLayer.render({ xfaHtml, div } as unknown as Parameters<typeof XfaLayer.render>[0]);
  return frame;
}
