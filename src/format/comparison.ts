import type { ComparedSheet, Place } from '../contract/files/comparison.ts';
import { counted } from './counted.ts';

/** What a comparison says, in words: the one place where codes of the contract become words. */

const answerWords: Readonly<Record<ComparedSheet['answer'], string>> = {
  unchanged: 'Unchanged',
  changed: 'Changed',
  added: 'Added',
  removed: 'Removed',
  moved: 'Moved',
  'not-compared': 'Not compared',
};

export const placeWords: Readonly<Record<Place['kind'], string>> = {
  text: 'Text',
  drawing: 'Drawing',
  style: 'Color, line, or hatch',
  picture: 'Picture',
  remark: 'Remark',
  value: 'Form field',
  layer: 'Layer',
  link: 'Link',
  sheet: 'Size or direction of the sheet',
};

const reasonWords: Readonly<Record<NonNullable<ComparedSheet['reason']>, string>> = {
  'left-out': 'Part of this sheet can’t be shown here, so it can’t be compared.',
  'too-complex': 'This sheet is too complex to compare here.',
  damaged: 'This sheet is damaged and can’t be read.',
  altered: 'This browser changes pictures to protect you from tracking, so pictures can’t be compared here.',
  'not-aligned': 'These two scans don’t lie on each other closely enough to be compared.',
};

const hiddenWords: Readonly<Record<ComparedSheet['hidden'][number], string>> = {
  position: 'Moves of less than 1/25 mm, and of text of less than 1/6 mm, don’t count.',
  shift: 'The whole sheet is drawn at another place. That doesn’t count.',
  scale: 'The whole sheet is drawn in another size. That doesn’t count.',
  skew: 'The scan was turned a little to lie on the other one. That doesn’t count.',
  scan: 'These are two scans, compared by their pixels: differences that are faint or thinner than 1/5 mm (1/2 mm on large sheets), and colors, don’t count.',
  colors: 'A color is a little different all over the sheet. That doesn’t count.',
  redrawn: 'Some parts look the same and are drawn in another way.',
  fonts: 'The same words are in another font, where the file doesn’t bring its own.',
  flattened: 'Form fields, remarks, or links are only drawn on one of the sheets.',
  picture: 'Pictures are compared by their pixels.',
  'hidden-layers': 'Hidden layers differ or weren’t compared.',
  'hidden-words': 'Words that aren’t visible weren’t compared.',
  'left-out': 'Parts that can’t be shown here weren’t compared.',
  places: 'There are more changes than are listed.',
};

/** Says how a sheet was compared, and what that may hide; nothing where that is nothing. */
export function notesOn({ reason, hidden, by }: ComparedSheet): string[] {
  // What is said of scans says both.
  const isScan = hidden.includes('scan');
  const notes = hidden.filter((code) => !isScan || code !== 'picture').map((code) => hiddenWords[code]);
  const pixels = by === 'pixels' && !isScan ? ['Compared by how it looks, not by what it is made of.'] : [];
  return [...(reason ? [reasonWords[reason]] : []), ...pixels, ...notes];
}

/** "Moved from page 3", "Changed, turned by 90°". */
export function answerOf({ answer, isChanged, turned, before, after }: ComparedSheet): string {
  if (answer !== 'moved') return answerWords[answer];
  const from = before && after && before.page !== after.page ? ` from page ${before.page}` : '';
  const turn = turned ? `${from ? ', turned' : 'Turned'} by ${turned}°` : '';
  return `${from || !turn ? `Moved${from}` : ''}${turn}${isChanged ? ', changed' : ''}`;
}

/** Whether a sheet is not what it was, or that is not known. */
export function differs({ answer }: Pick<ComparedSheet, 'answer'>): boolean {
  return answer !== 'unchanged';
}

const counts = ['changed', 'added', 'removed', 'moved', 'not-compared'] as const;

/** "12 of 14 sheets unchanged, 1 changed, 1 added." */
export function summaryOf(sheets: readonly ComparedSheet[]): string {
  const count = (answer: ComparedSheet['answer']) => sheets.filter((one) => one.answer === answer).length;
  const [total, same] = [sheets.length, count('unchanged')];
  if (total > 0 && same === total)
    return total === 1 ? 'The sheet is unchanged' : `All ${total} sheets unchanged`;
  const others = counts.flatMap((answer) =>
    count(answer) > 0 ? `${count(answer)} ${answerWords[answer].toLowerCase()}` : [],
  );
  return [`${same} of ${counted(total, 'sheet')} unchanged`, ...others].join(', ');
}
