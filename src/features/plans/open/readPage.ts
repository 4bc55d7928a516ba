import type { PageText } from '../page/pageText.ts';
import { readText } from '../page/readText.ts';

/** Reads all words of a page: of a form as it is laid out, which draws nothing. */
export async function readPage(...read: Parameters<typeof readText>): Promise<PageText> {
  const [, page] = read;
  if (!page.isPureXfa) return readText(...read);
  const { readForm } = await import('./form/readForm.ts');
  return readForm(page);
}
