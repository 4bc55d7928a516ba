import type { ComparedSheet } from '../../../contract/files/comparison.ts';
import { identity, inverseOf, type Matrix, multiply } from '../page/matrix.ts';
import { drawBoth, type PlanPair } from './drawBoth.ts';
import { align } from './lay.ts';
import { matchMarks } from './matchMarks.ts';
import { type Difference, placesOf } from './places.ts';
import type { Sheet } from './readSheet.ts';
import { type Edges, edgesOf, touches } from './shape.ts';
import { withoutConversions } from './styles.ts';
import { type Candidate, candidatesOf, differencesOf, isOtherText, kindOf } from './unclear.ts';

type Hidden = ComparedSheet['hidden'][number];
export type Compared = Pick<ComparedSheet, 'by' | 'places' | 'hidden' | 'turned' | 'lies' | 'reason'> & {
  isChanged: boolean;
};

/** Colors of pictures differ by how they are packed. */
const pictureColor = 64;

/** Says what counts as no change of how one sheet lies on another one. */
function howLies([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix): Hidden[] {
  const isScaled = Math.abs(a - 1) > 1e-4 || Math.abs(d - 1) > 1e-4;
  const isTurned = Math.abs(b) > 1e-4 || Math.abs(c) > 1e-4;
  return [
    ...(Math.hypot(e, f) > 0.02 ? ['shift' as const] : []),
    ...(isScaled ? ['scale' as const] : []),
    ...(isTurned ? ['skew' as const] : []),
  ];
}

const isSameSize = (one: Sheet, other: Sheet) =>
  Math.abs(one.width - other.width) < 0.5 && Math.abs(one.height - other.height) < 0.5;

/** Compares two sheets that were read. @throws errors of drawing */
export async function compareSheets(one: Sheet, other: Sheet, pair: PlanPair): Promise<Compared> {
  const { alignment, marks, unmatched, base } = await align(one, other, pair.turn);
  const { turn, lies } = alignment;
  const toBefore = multiply(one.base, inverseOf(base));
  const hidden = new Set<Hidden>();
  const restyled = withoutConversions(unmatched.restyled, other.marks.shown);
  if (restyled.length < unmatched.restyled.length) hidden.add('colors');
  const differences: Difference[] = [
    ...restyled.map(([from, to]): Difference => ({ kind: 'style', before: from.box, after: to.box })),
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
  if (unmatched.isRounded) hidden.add('position');
  if (unmatched.isInOtherFont) hidden.add('fonts');
  for (const code of howLies(lies)) if (code === 'scale' || turn === 0) hidden.add(code);
  const hasHidden = (list: 'hiddenLayers' | 'hiddenWords') => {
    const { before: gone, after: added, moved, restyled } = matchMarks(marks[list], other.marks[list], false);
    return gone.length + added.length + moved.length + restyled.length > 0;
  };
  if (hasHidden('hiddenLayers') || one.hasLayers !== other.hasLayers) hidden.add('hidden-layers');
  if (hasHidden('hiddenWords')) hidden.add('hidden-words');
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
      // Pixels that lie elsewhere are drawn between those that were.
      radius: isPicture && turn === 0 && howLies(lies).length === 0 ? 0 : 1,
      isPicture: true,
    }),
  );
  const unclear = [...candidates.filter((candidate) => !isDecided(candidate)), ...opaque];
  let scan: Awaited<ReturnType<typeof differencesOf>> | undefined;
  let isLeftOut = one.isLeftOut || other.isLeftOut;
  if (unclear.length > 0) {
    const drawn = await drawBoth(pair, [one, other], { unclear, alignment, toBefore });
    isLeftOut ||= drawn.isLeftOut;
    if (opaque.length > 0) hidden.add('picture');
    scan = await differencesOf(drawn, unclear);
    if (scan.isRedrawn) hidden.add('redrawn');
    if (scan.isScanned) hidden.add('scan');
    for (const code of howLies(scan.lies)) hidden.add(code);
    differences.push(...scan.found);
  }
  const said = saidDifferences(one, other, (edges) => edgesOf(edges, inverseOf(toBefore)));
  const isOnlyDrawn = ({ kind, before, after, isDrawn }: Difference) =>
    isDrawn &&
    [one, other].some((sheet) => sheet.said.every((own) => own.kind !== kind)) &&
    !(kind === 'remark' && drawn.some((edges) => touches(edges, (before ?? after) as Edges)));
  const drawn = differences.flatMap(({ before, after }) =>
    [before, after].filter((edges) => edges !== undefined),
  );
  // A print looks the same and has no values, remarks and links any more.
  const kept = said.filter((difference) => !isOnlyDrawn(difference));
  if (kept.length < said.length) hidden.add('flattened');
  differences.push(...kept);
  const laid = multiply(scan?.lies ?? identity, lies);
  const laidBack = multiply(toBefore, inverseOf(scan?.lies ?? identity));
  if (turn === 0 && !isSameSize(one, other) && !hidden.has('scale') && !hidden.has('shift'))
    differences.push({
      kind: 'sheet',
      before: edgesOf([0, 0, one.width, one.height], inverseOf(laidBack)),
      after: [0, 0, other.width, other.height],
    });
  const { places, isCut } = placesOf(differences, (edges) => edgesOf(edges, laidBack));
  if (isCut) hidden.add('places');
  if (scan?.isApart) return { isChanged: false, places: [], hidden: [], by: 'pixels', reason: 'not-aligned' };
  const isChanged = differences.length > 0;
  if (isLeftOut && isChanged) hidden.add('left-out');
  return {
    isChanged,
    ...(turn !== 0 && { turned: turn }),
    ...(laid.some((part, at) => part !== identity[at]) && { lies: laid as NonNullable<Compared['lies']> }),
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
    return at >= 0 ? [] : [{ kind: said.kind, before: edges, isDrawn: said.isDrawn }];
  });
  const added = left.map(({ kind, edges, isDrawn }): Difference => ({ kind, after: edges, isDrawn }));
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
