import type { Find } from './usePlanFind.ts';

/** So many pages are named, and more counted. */
const maxNamed = 8;

function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 page ${one}` : `${count} pages ${many}`;
}

function named(pages: readonly number[], labelOf: (page: number) => string): string {
  const labels = pages.slice(0, maxNamed).map(labelOf);
  const others = pages.length - labels.length;
  return others > 0 ? `${labels.join(', ')} and ${others} more` : labels.join(', ');
}

/** Says how far a search is, and what it has found. @param at the place of the current match, or -1 */
export function findText(
  { found, read, textless, failed, error }: Find,
  pageCount: number,
  at: number,
): string {
  const place = at < 0 ? `${found.length} found` : `${at + 1} of ${found.length}`;
  if (error) return `${found.length > 0 ? place : 'No matches'} on ${read} of ${pageCount} pages`;
  if (read < pageCount) {
    return found.length > 0
      ? `${place}, ${read} of ${pageCount} pages read`
      : `Reading page ${read + 1} of ${pageCount}…`;
  }
  if (found.length > 0) return place;
  const searched = pageCount - textless.length - failed.length;
  if (searched === pageCount) return 'No matches';
  return searched === 0
    ? 'Nothing to search'
    : `No matches on ${counted(searched, 'with text', 'with text')}`;
}

/** Says of which pages a search knows nothing, so that nobody takes them for pages without the words. */
export function unsearchedText(
  { read, textless, pictures, failed, error }: Find,
  pageCount: number,
  labelOf: (page: number) => string,
): string[] {
  const isAll = textless.length === pageCount;
  const of = (pages: readonly number[], one: string, many: string) =>
    pages.length > 0 && `${counted(pages.length, one, many)}: ${named(pages, labelOf)}.`;
  return [
    isAll
      ? 'This document has no text to search. It may be a scan.'
      : of(textless, 'has no text to search and may be a scan', 'have no text to search and may be scans'),
    of(
      pictures,
      'has pictures, whose words can’t be searched',
      'have pictures, whose words can’t be searched',
    ),
    of(failed, 'couldn’t be read', 'couldn’t be read'),
    error !== null && `${counted(pageCount - read, 'wasn’t', 'weren’t')} read: ${error.message}`,
  ].filter((text) => text !== false);
}
