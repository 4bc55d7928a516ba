import type { PDFPageProxy } from 'pdfjs-dist';
import { annotationsOf, type Layers, placeOf } from './annotations.ts';
import type { Box } from './box.ts';
import { type Target, targetOf } from './documentParts.ts';

/** A link on a page. */
export type PageLink = Target & {
  box: Box;
  /** The words under it, where the document has them as text. */
  text: string;
};

/** More links on a page than anybody follows are a trap. */
const maxLinks = 1000;

/** Returns the links of a page that lead somewhere they may: to a page, a file of the document, or the web. */
export async function linksOf(page: PDFPageProxy, layers: Layers): Promise<PageLink[]> {
  const links = (await annotationsOf(page, layers)).filter(({ subtype }) => subtype === 'Link');
  return links.slice(0, maxLinks).flatMap((link) => {
    const box = placeOf(page, link);
    const target = targetOf(link);
    return box && target ? [{ ...target, box, text: link.overlaidText?.trim() ?? '' }] : [];
  });
}
