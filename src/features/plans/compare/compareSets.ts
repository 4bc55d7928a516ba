import type { ComparedSheet } from '../../../contract/files/comparison.ts';
import { PlanError } from '../open/PlanError.ts';
import type { ComparedPlan } from './comparedPlan.ts';
import { type Compared, compareSheets } from './compareSheets.ts';
import type { PlanPair } from './drawBoth.ts';
import { type Fingerprint, fingerprintOf, likeness, looksOf, turnOf } from './fingerprint.ts';
import { longestRun } from './matchMarks.ts';
import { readSheet, type Sheet } from './readSheet.ts';

export type CompareOptions = {
  signal: AbortSignal;
  /** What was answered before a comparison of the same files was stopped: these sheets are not read again. */
  resume?: readonly ComparedSheet[];
};

/** So alike are two sheets that are surely the same one, and two that may be. */
const [sure, possible] = [0.85, 0.3];

type Side = { plan: ComparedPlan; known: Map<number, Fingerprint | Failure> };
/** Why a page could not be read. */
type Failure = { reason: NonNullable<ComparedSheet['reason']> };

function failureOf(error: unknown, signal: AbortSignal): Failure {
  signal.throwIfAborted();
  const failure = PlanError.of(error);
  // What cannot be had now says nothing of the page.
  if (PlanError.isWorthTrying(failure)) throw failure;
  const { code } = failure as PlanError;
  return { reason: code === 'altered' || code === 'too-complex' ? code : 'damaged' };
}

const sheetOf = (page: number, side: Side) => {
  const known = side.known.get(page);
  return { page, label: known && 'label' in known ? known.label : String(page) };
};

/** Returns whether sheets have kept their order: those that are in every longest run of it. */
function keepsOrder(order: readonly number[]): boolean[] {
  const forth = longestRun(order);
  const back = longestRun(order.map((_, at) => -(order[order.length - 1 - at] as number)));
  return order.map((_, at) => forth.has(at) && back.has(order.length - 1 - at));
}

class Comparison {
  readonly #before: Side;
  readonly #after: Side;
  readonly #signal: AbortSignal;
  readonly #sheets: ComparedSheet[];

  constructor(before: ComparedPlan, after: ComparedPlan, { signal, resume = [] }: CompareOptions) {
    this.#before = { plan: before, known: new Map() };
    this.#after = { plan: after, known: new Map() };
    this.#signal = signal;
    // What depends on the other sheets is told anew.
    this.#sheets = resume.filter((sheet) => sheet.before && sheet.after);
  }

  #left(side: 'before' | 'after'): number[] {
    const { plan } = side === 'before' ? this.#before : this.#after;
    const done = new Set(this.#sheets.map((sheet) => sheet[side]?.page));
    return Array.from({ length: plan.pageCount }, (_, at) => at + 1).filter((page) => !done.has(page));
  }

  #answer(before: number, after: number, compared: Compared | Failure): ComparedSheet {
    const pages = { before: sheetOf(before, this.#before), after: sheetOf(after, this.#after) };
    const { isChanged, ...rest }: Compared =
      'places' in compared ? compared : { isChanged: false, places: [], hidden: [], ...compared };
    const answer = rest.turned ? 'moved' : isChanged ? 'changed' : rest.reason ? 'not-compared' : 'unchanged';
    const sheet: ComparedSheet = { ...pages, ...rest, answer, ...(rest.turned && { isChanged }) };
    this.#sheets.push(sheet);
    return sheet;
  }

  /** Reads two pages at once, and works with both. */
  #onBoth<T>(before: number, after: number, work: (one: Sheet, other: Sheet) => Promise<T>): Promise<T> {
    const signal = this.#signal;
    return this.#before.plan.read(
      before,
      async (read) => {
        const one = await readSheet(read);
        return this.#after.plan.read(after, async (other) => work(one, await readSheet(other)), signal);
      },
      signal,
    );
  }

  #pairOf(one: Sheet, other: Sheet): PlanPair {
    const [first, second] = [this.#before.known.get(one.page), this.#after.known.get(other.page)];
    const turn = first && second && 'label' in first && 'label' in second ? turnOf(first, second).turn : 0;
    return { before: this.#before.plan, after: this.#after.plan, signal: this.#signal, turn };
  }

  /** Compares pages of one number that are surely the same sheet; learns of the others what they are known by. */
  async *alikes(): AsyncGenerator<ComparedSheet> {
    const others = new Set(this.#left('after'));
    for (const page of this.#left('before').filter((one) => others.has(one))) {
      const compared = await this.#onBoth(page, page, async (one, other) => {
        const fingerprints = [
          await this.#learn(this.#before, one),
          await this.#learn(this.#after, other),
        ] as const;
        return likeness(...fingerprints) >= sure ? compareSheets(one, other, this.#pairOf(one, other)) : null;
      }).catch((error) => {
        failureOf(error, this.#signal);
        return null;
      });
      if (compared) yield this.#answer(page, page, compared);
    }
  }

  async #learn(side: Side, sheet: Sheet): Promise<Fingerprint> {
    const looks = await looksOf(sheet, side.plan, this.#signal);
    const fingerprint = fingerprintOf(sheet, looks);
    side.known.set(sheet.page, fingerprint);
    return fingerprint;
  }

  async #learnAll(side: Side, pages: readonly number[]): Promise<void> {
    for (const page of pages.filter((one) => !side.known.has(one))) {
      this.#signal.throwIfAborted();
      await side.plan
        .read(page, async (read) => this.#learn(side, await readSheet(read)), this.#signal)
        .catch((error) => side.known.set(page, failureOf(error, this.#signal)));
    }
  }

  /** Finds for each sheet that is left the one that it most likely is, and compares them. */
  async *others(): AsyncGenerator<ComparedSheet> {
    const [before, after] = [this.#left('before'), this.#left('after')];
    await this.#learnAll(this.#before, before);
    await this.#learnAll(this.#after, after);
    for (const [one, other] of this.#pairsOf(before, after)) {
      const failures = [this.#before.known.get(one), this.#after.known.get(other)].filter(
        (known) => known && 'reason' in known,
      );
      const [failure] = failures as Failure[];
      const compared =
        failure ??
        (await this.#onBoth(one, other, (...sheets) =>
          compareSheets(...sheets, this.#pairOf(...sheets)),
        ).catch((error) => failureOf(error, this.#signal)));
      yield this.#answer(one, other, compared);
    }
  }

  #pairsOf(before: readonly number[], after: readonly number[]): [number, number][] {
    const scored = before.flatMap((one) =>
      after.map((other) => {
        const [first, second] = [this.#before.known.get(one), this.#after.known.get(other)];
        const isRead = first && second && 'label' in first && 'label' in second;
        // What cannot be read is taken for the sheet at its place.
        const score = isRead ? likeness(first, second) : one === other ? possible : 0;
        return { one, other, score };
      }),
    );
    const pairs = new Map<number, number>();
    const taken = new Set<number>();
    const byLikeness = scored.sort(
      (a, b) => b.score - a.score || Math.abs(a.one - a.other) - Math.abs(b.one - b.other),
    );
    for (const { one, other, score } of byLikeness) {
      if (score < possible || pairs.has(one) || taken.has(other)) continue;
      pairs.set(one, other);
      taken.add(other);
    }
    return this.#withLeftPairs([...pairs], before, after).sort((a, b) => a[1] - b[1]);
  }

  /**
   * Adds what is left between the same sheets of both sets, as many in each: it was drawn anew, and nothing in it says that it is another.
   */
  #withLeftPairs(
    pairs: [number, number][],
    before: readonly number[],
    after: readonly number[],
  ): [number, number][] {
    const all = [
      ...pairs,
      ...this.#sheets.flatMap((sheet): [number, number][] =>
        sheet.before && sheet.after ? [[sheet.before.page, sheet.after.page]] : [],
      ),
    ];
    const gapOf = (page: number, side: 0 | 1) =>
      all.reduce((gap, pair) => (pair[side] < page ? Math.max(gap, pair[side]) : gap), 0);
    const [ones, others] = [before, after].map((pages, side) =>
      pages.filter((page) => !all.some((pair) => pair[side as 0 | 1] === page)),
    ) as [number[], number[]];
    const mateOf = new Map(all.map(([one, other]) => [one, other]));
    const left = ones.flatMap((one): [number, number][] => {
      const gap = gapOf(one, 0);
      const mates = ones.filter((page) => gapOf(page, 0) === gap);
      const there = others.filter((page) => gapOf(page, 1) === (mateOf.get(gap) ?? 0));
      const other = there[mates.indexOf(one)];
      const known = [this.#before.known.get(one), this.#after.known.get(other ?? 0)];
      const numbers = known.map((side) => (side && 'label' in side ? side.number : ''));
      const isOther = numbers[0] !== '' && numbers[1] !== '' && numbers[0] !== numbers[1];
      return other && there.length === mates.length && !isOther ? [[one, other]] : [];
    });
    return [...pairs, ...left];
  }

  /** Says which sheets are at another place, and which are of one set only. */
  *rest(): Generator<ComparedSheet> {
    const pairs = this.#sheets.filter(({ before, after }) => before && after);
    pairs.sort((a, b) => (a.after?.page ?? 0) - (b.after?.page ?? 0));
    const isKept = keepsOrder(pairs.map(({ before }) => before?.page ?? 0));
    for (const [at, sheet] of pairs.entries()) {
      if (isKept[at] || sheet.answer === 'moved' || sheet.answer === 'not-compared') continue;
      const moved: ComparedSheet = { ...sheet, answer: 'moved', isChanged: sheet.answer === 'changed' };
      this.#sheets[this.#sheets.indexOf(sheet)] = moved;
      yield moved;
    }
    const nothing = { places: [], hidden: [] };
    const removed = this.#left('before').map(
      (page): ComparedSheet => ({
        answer: 'removed',
        before: sheetOf(page, this.#before),
        after: null,
        ...nothing,
      }),
    );
    const added = this.#left('after').map(
      (page): ComparedSheet => ({
        answer: 'added',
        before: null,
        after: sheetOf(page, this.#after),
        ...nothing,
      }),
    );
    this.#sheets.push(...removed, ...added);
    yield* [...removed, ...added];
  }

  /** Returns the answers in the order of the sheets after; those that are gone follow what they followed. */
  inOrder(): ComparedSheet[] {
    const after = this.#sheets
      .filter((sheet) => sheet.after)
      .sort((a, b) => (a.after?.page ?? 0) - (b.after?.page ?? 0));
    const gone = this.#sheets
      .filter((sheet) => !sheet.after)
      .sort((a, b) => (b.before?.page ?? 0) - (a.before?.page ?? 0));
    for (const sheet of gone) {
      const at = after.findLastIndex(({ before }) => before && before.page < (sheet.before?.page ?? 0));
      after.splice(at + 1, 0, sheet);
    }
    return after;
  }
}

/**
 * Compares two sets, sheet by sheet. Yields each sheet as soon as it is known; a later answer for the same page after (or, of one that is
 * removed, before) takes the place of an earlier one. Returns all of them in order.
 *
 * @throws PlanError or ApiError when a document cannot be had; the signal's reason when aborted
 */
export async function* compareSets(
  before: ComparedPlan,
  after: ComparedPlan,
  options: CompareOptions,
): AsyncGenerator<ComparedSheet, ComparedSheet[]> {
  const comparison = new Comparison(before, after, options);
  yield* comparison.alikes();
  yield* comparison.others();
  yield* comparison.rest();
  return comparison.inOrder();
}
