import { openCompared } from '../../../../server/previews/openCompared.ts';
import type { ComparedSheet, PlaceBox } from '../../../../src/contract/files/comparison.ts';
import { compareSets } from '../../../../src/features/plans/compare/compareSets.ts';
import type { Edited } from './edits.ts';

/** Compares two PDFs. */
export async function answersOf(before: Uint8Array, after: Uint8Array): Promise<ComparedSheet[]> {
  const [one, other] = [await openCompared(before), await openCompared(after)];
  const { signal } = new AbortController();
  try {
    const comparing = compareSets(one, other, { signal });
    for (;;) {
      const { done, value } = await comparing.next();
      if (done) return value;
    }
  } finally {
    await one.close();
    await other.close();
  }
}

/** A place covers what was changed within half a point, and is at most so many times as large. */
const [slack, mostArea] = [0.5, 8];
/** What is thinner counts as so wide, in points. */
const thin = 1;

/** Returns what is wrong with how an edit was found; empty where it was found. */
export function faultOf(
  sheets: readonly ComparedSheet[],
  { page, rect, answer, after, everywhere }: Edited,
): string {
  const isOther = ({ answer: given }: ComparedSheet) => given !== 'unchanged';
  if (answer) {
    const found = sheets.filter(
      (sheet) => sheet.answer === answer && (page < 0 || sheet.after?.page === page + 1),
    );
    const more = sheets.filter((sheet) => isOther(sheet) && sheet.answer !== answer);
    return found.length > 0 && more.length === 0 ? '' : `not ${answer}: ${sheets.map((one) => one.answer)}`;
  }
  const sheet = sheets.find((one) => one.after?.page === page + 1);
  if (sheet?.answer !== 'changed') return `not changed: ${sheet?.answer} ${sheet?.by} ${sheet?.hidden}`;
  if (!everywhere && sheets.some((one) => one !== sheet && isOther(one))) return 'another sheet too';
  const height = after.sheets[page]?.height ?? 0;
  const [left, top, right, bottom] = [rect[0], height - rect[3], rect[2], height - rect[1]];
  const covers = ([x, y, width, tall]: PlaceBox) =>
    x <= left + slack && y <= top + slack && x + width >= right - slack && y + tall >= bottom - slack;
  const area = Math.max(thin, right - left) * Math.max(thin, bottom - top);
  const boxes = sheet.places
    .flatMap((place) => [place.after, place.before])
    .filter((box) => box !== undefined);
  const covering = boxes.filter(covers);
  const shown = JSON.stringify({
    wanted: [left, top, right - left, bottom - top].map(Math.round),
    places: sheet.places.slice(0, 4),
  });
  if (covering.length === 0) return `elsewhere: ${shown}`;
  return covering.some(([, , width, tall]) => width * tall <= mostArea * area)
    ? ''
    : `too large a place: ${shown}`;
}
