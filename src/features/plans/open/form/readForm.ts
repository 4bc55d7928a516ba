import type { PDFPageProxy } from 'pdfjs-dist';
import { type PageText, pageTextOf, type Words } from '../../page/pageText.ts';
import styles from './form.module.css';
import { layForm } from './layForm.ts';

const fields = 'input:not([type=checkbox], [type=radio], [type=password]), textarea, select';

/** Reads the words of a page that is a form, and what its fields are filled with, where its layout puts them. */
export async function readForm(page: PDFPageProxy): Promise<PageText> {
  const frame = await layForm(page);
  frame.classList.add(styles.measured ?? '');
  document.body.append(frame);
  try {
    return pageTextOf({ glyphs: [], isPicture: false, unsaid: [] }, wordsIn(frame));
  } finally {
    frame.remove();
  }
}

function wordsIn(frame: HTMLElement): Words[] {
  const from = frame.getBoundingClientRect();
  const wordsAt = (text: string, place: Range | Element): Words[] => {
    const { x, y, width, height } = place.getBoundingClientRect();
    const isShown = text.trim() !== '' && width > 0 && height > 0;
    return isShown ? [{ text, box: { x: x - from.x, y: y - from.y, width, height } }] : [];
  };
  const nodes = document.createNodeIterator(frame, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const words: Words[] = [];
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (node instanceof Element) {
      if (node.matches(fields)) words.push(...wordsAt(filledIn(node as Field), node));
    } else if (!node.parentElement?.closest('textarea, select')) {
      const range = document.createRange();
      range.selectNodeContents(node);
      words.push(...wordsAt(node.textContent ?? '', range));
    }
  }
  return words;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function filledIn(field: Field): string {
  if (!(field instanceof HTMLSelectElement)) return field.value;
  return Array.from(field.selectedOptions, ({ text }) => text).join(', ');
}
