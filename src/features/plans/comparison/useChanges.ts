import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ComparedSheet } from '../../../contract/files/comparison.ts';
import { answerOf, differs, placeWords } from '../../../format/comparison.ts';
import { isOfDialog } from '../isOfDialog.ts';
import { numberOf } from './comparedSets.ts';

/** A change to go to: a place of a sheet, or a sheet without one. */
export type Change = { number: number; at: number | undefined };

/** Holds which sheet is shown and which of its places was gone to; `n` and `p` go through all of them. */
export function useChanges(
  sheets: readonly ComparedSheet[],
  wanted: number | undefined,
  onSheet: (sheet: number, how: 'turn' | 'jump') => void,
) {
  const [gone, setGone] = useState<Change>();
  /** The first sheet that differed as one was looked for: it stays on screen while others are found before it. */
  const [first, setFirst] = useState<number>();
  const found = wanted === undefined && first === undefined && sheets.find(differs);
  if (found) setFirst(numberOf(found));
  const shown = wanted ?? first;
  const index = Math.max(
    0,
    sheets.findIndex((one) => numberOf(one) === shown),
  );
  const sheet = sheets[index];
  const number = sheet ? numberOf(sheet) : 0;
  const changes = useMemo(
    () =>
      sheets.filter(differs).flatMap((one): Change[] => {
        const own = numberOf(one);
        return one.places.length > 0
          ? one.places.map((_, at) => ({ number: own, at }))
          : [{ number: own, at: undefined }];
      }),
    [sheets],
  );
  const chosen = gone?.number === number ? gone : undefined;
  const at = chosen?.at;

  function open(next: number, how: 'turn' | 'jump' = 'jump') {
    if (next !== number) onSheet(next, how);
  }

  function goTo(change: Change) {
    // A copy: the view looks at it again when it is chosen again.
    setGone({ ...change });
    open(change.number);
  }

  function step(by: 1 | -1) {
    const here =
      gone?.number === number ? changes.findIndex((one) => one.number === number && one.at === at) : -1;
    if (here >= 0) return goTo(changes.at((here + by) % changes.length) as Change);
    // From a sheet without a place that was gone to: its own first or last one, or the nearest after or before it.
    const place = ({ number: of }: Change) => sheets.findIndex((one) => numberOf(one) === of);
    const next =
      by === 1
        ? (changes.find((one) => place(one) >= index) ?? changes[0])
        : (changes.findLast((one) => place(one) <= index) ?? changes.at(-1));
    if (next) goTo(next);
  }

  function turn(by: 1 | -1) {
    const next = sheets[index + by];
    if (next) open(numberOf(next), 'turn');
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    if (altKey || ctrlKey || metaKey || isOfDialog(event)) return;
    if (target instanceof HTMLElement && target.matches('input, textarea')) return;
    const act = { n: () => step(1), p: () => step(-1), PageDown: () => turn(1), PageUp: () => turn(-1) }[key];
    if (!act || changes.length + sheets.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    // Before the shortcuts of the app, in which `n` is a new job.
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);

  const place = at === undefined ? undefined : sheet?.places[at];
  const label = (sheet?.after ?? sheet?.before)?.label ?? '';
  return {
    sheet,
    number,
    /** What was gone to on the sheet; another object each time. */
    chosen,
    place:
      sheet && gone
        ? `Page ${label}: ${place ? `${placeWords[place.kind]}, place ${(at ?? 0) + 1} of ${sheet.places.length}` : answerOf(sheet)}`
        : '',
    count: changes.length,
    open,
    goTo,
    step,
    turn,
  };
}
