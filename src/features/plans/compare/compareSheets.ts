import type { ComparedSheet } from '../../../contract/files/comparison.ts';
import { multiply } from '../page/place.ts';
import { inverseOf } from './align.ts';
import { align } from './lay.ts';
import { edgesOf } from './marks.ts';
import { matchMarks } from './matchMarks.ts';
import { type Difference, placesOf } from './places.ts';
import type { Sheet } from './readSheet.ts';
import { type Edges, touches } from './shape.ts';
import {
  type Candidate,
  candidatesOf,
  differencesOf,
  drawBoth,
  isOtherText,
  kindOf,
  type Pair,
} from './unclear.ts';

type Hidden = ComparedSheet['hidden'][number];
export type Compared = Pick<ComparedSheet, 'by' | 'places' | 'hidden' | 'turned' | 'lies' | 'reason'> & {
  isChanged: boolean;
};

/** Colors of pictures differ by how they are packed. */
const pictureColor = 64;

/** Compares two sheets that were read. @throws errors of drawing */
export async function compareSheets(one: Sheet, other: Sheet, pair: Pair): Promise<Compared> {
  const { alignment, marks, unmatched, base } = align(one, other, pair.turn);
  const { turn, scale, dx, dy } = alignment;
  const toBefore = multiply(one.base, inverseOf(base));
  const hidden = new Set<Hidden>();
  const differences: Difference[] = [
    ...unmatched.restyled.map(
      ([from, to]): Difference => ({ kind: 'style', before: from.box, after: to.box }),
    ),
    ...unmatched.moved.map(
      ([from, to]): Difference => ({
        kind: kindOf(to),
        before: from.box,
        after: to.box,
        isMoved: to.kind === 'letter',
      }),
    ),
    ...unmatched.relayered.map(
      ([from, to]): Difference => ({ kind: 'layer', before: from.box, after: to.box }),
    ),
  ];
  const said = saidDifferences(one, other, (edges) => edgesOf(edges, inverseOf(toBefore)));
  // A form whose values became part of the drawing says the same.
  const isFlat = [one, other].some((sheet) => !sheet.said.some(({ kind }) => kind === 'value'));
  const kept = said.filter(({ kind }) => !(kind === 'value' && isFlat));
  if (kept.length < said.length) hidden.add('flattened');
  differences.push(...kept);
  if (unmatched.isRounded) hidden.add('position');
  if (unmatched.isInOtherFont) hidden.add('fonts');
  if (Math.hypot(dx, dy) > 0.02 && turn === 0) hidden.add('shift');
  if (Math.abs(scale - 1) > 1e-4) hidden.add('scale');
  const hasHidden = (list: 'hiddenLayers' | 'hiddenWords') => {
    const { before: gone, after: added, moved, restyled } = matchMarks(marks[list], other.marks[list], false);
    return gone.length + added.length + moved.length + restyled.length > 0;
  };
  if (hasHidden('hiddenLayers') || one.hasLayers !== other.hasLayers) hidden.add('hidden-layers');
  if (hasHidden('hiddenWords')) hidden.add('hidden-words');
  const isSameSize = Math.abs(one.width - other.width) < 0.5 && Math.abs(one.height - other.height) < 0.5;
  if (turn === 0 && !isSameSize && !hidden.has('scale') && !hidden.has('shift')) {
    differences.push({
      kind: 'sheet',
      before: edgesOf([0, 0, one.width, one.height], inverseOf(toBefore)),
      after: [0, 0, other.width, other.height],
    });
  }
  const candidates = candidatesOf(unmatched);
  const isDecided = (candidate: Candidate) => isOtherText(candidate, unmatched);
  differences.push(...candidates.filter(isDecided).flatMap((candidate) => candidate.differences));
  const whole: Edges = [0, 0, other.width, other.height];
  const lost = one.hasLostPictures || other.hasLostPictures ? [{ box: whole, isPicture: true }] : [];
  const opaque = [...marks.opaque, ...other.marks.opaque, ...lost].map(
    ({ box, isPicture }): Candidate => ({
      edges: box,
      differences: [],
      color: isPicture ? pictureColor : 24,
      radius: isPicture ? 0 : 1,
      isPicture: true,
    }),
  );
  const unclear = [...candidates.filter((candidate) => !isDecided(candidate)), ...opaque];
  let isLeftOut = one.isLeftOut || other.isLeftOut;
  if (unclear.length > 0) {
    const drawn = await drawBoth(pair, [one, other], { unclear, alignment, toBefore });
    isLeftOut ||= drawn.isLeftOut;
    if (opaque.length > 0) hidden.add('picture');
    const { found, isMoved, isRedrawn } = await differencesOf(drawn, unclear);
    if (isMoved) hidden.add('shift');
    if (isRedrawn) hidden.add('redrawn');
    differences.push(...found);
  }
  const { places, isCut } = placesOf(differences, (edges) => edgesOf(edges, toBefore));
  if (isCut) hidden.add('places');
  const isChanged = differences.length > 0;
  if (isLeftOut && isChanged) hidden.add('left-out');
  return {
    isChanged,
    ...(turn !== 0 && { turned: turn }),
    ...((dx !== 0 || dy !== 0 || scale !== 1) && { lies: [scale, dx, dy] }),
    by: unclear.length > 0 ? 'pixels' : 'instructions',
    places,
    hidden: [...hidden],
    ...(isLeftOut && !isChanged && { reason: 'left-out' as const }),
  };
}

/** Returns remarks, values and links of one sheet only. @param toAfter leads to the space of the sheet after */
function saidDifferences(one: Sheet, other: Sheet, toAfter: (edges: Edges) => Edges): Difference[] {
  const left = [...other.said];
  const gone = one.said.flatMap((said): Difference[] => {
    const edges = toAfter(said.edges);
    const at = left.findIndex(
      ({ kind, text, edges: own }) =>
        kind === said.kind &&
        text === said.text &&
        own.every((edge, side) => Math.abs(edge - (edges[side] as number)) < 1.5),
    );
    if (at >= 0) left.splice(at, 1);
    return at >= 0 ? [] : [{ kind: said.kind, before: edges }];
  });
  const added = left.map(({ kind, edges }): Difference => ({ kind, after: edges }));
  // What is at one place was changed.
  return gone
    .flatMap((difference) => {
      const at = added.findIndex(
        ({ kind, after }) => kind === difference.kind && after && touches(after, difference.before as Edges),
      );
      const [partner] = at >= 0 ? added.splice(at, 1) : [];
      return [{ ...difference, ...partner }];
    })
    .concat(added);
}
