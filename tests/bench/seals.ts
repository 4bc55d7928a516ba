import { loadavg } from 'node:os';
import { openCompared } from '../../server/previews/openCompared.ts';
import { findSeals } from '../../src/features/plans/seal/findSeals.ts';
import { verifySeals } from '../../src/features/plans/seal/verifySeals.ts';
import { planSetPdf } from '../support/files/planSetPdf.ts';
import { people, trust } from '../support/seals/people.ts';
import { SealedPdf } from '../support/seals/SealedPdf.ts';
import { median, round } from './figures.ts';

/**
 * What signatures cost: a signed set of 30 MB verified, next to its SHA-256 alone; and a set of 180 sheets without a signature opened
 * until its first page is drawn, with and without the question whether it has one. In turns; ends with an error where an aim is missed.
 */
const runs = Number(process.env.RUNS ?? 9);
const aims = { verified: 1.5, unsigned: 1.02 };

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Runs both by turns, the first once more before. @returns the medians of each, in milliseconds, and of the ratios of the pairs */
async function inTurns(one: () => Promise<unknown>, other: () => Promise<unknown>) {
  const pairs: [number, number][] = [];
  for (const work of [one, other]) await work();
  for (let run = 0; run < runs; run += 1) {
    // Whoever comes second finds a warm cache: each does every other time.
    const isSwapped = run % 2 === 1;
    const first = await milliseconds(isSwapped ? other : one);
    const second = await milliseconds(isSwapped ? one : other);
    pairs.push(isSwapped ? [second, first] : [first, second]);
  }
  const ratio = median(pairs.map(([mine, theirs]) => mine / theirs));
  return {
    one: median(pairs.map(([mine]) => mine)),
    other: median(pairs.map(([, theirs]) => theirs)),
    ratio,
  };
}

const drawing = '0 0 m 612 792 l S '.repeat(84);
const objects = Array.from({ length: 20_000 }, (_, at) => [
  at + 20,
  `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
]);
const { bytes } = SealedPdf.make(Object.fromEntries(objects)).sign({ signer: people.ada });
const signed = new Uint8Array(bytes);
const { verdict } = await verifySeals(signed, trust);
if (verdict !== 'genuine') throw new Error(`The signed set is ${verdict}.`);
const seal = await inTurns(
  () => verifySeals(signed, trust),
  () => crypto.subtle.digest('SHA-256', signed),
);

const plan = planSetPdf(180);
const { signal } = new AbortController();
const sheet = { box: { x: 0, y: 0, width: 2592, height: 1728 }, scale: 1 };
async function open(asks: boolean): Promise<void> {
  const opened = await openCompared(plan);
  await opened.draw(1, sheet, signal);
  const found = await opened.read(1, async ({ pdf }) => (asks ? findSeals(pdf) : null), signal);
  if (found !== null) throw new Error('The set has no signature.');
  await opened.close();
}
const viewer = await inTurns(
  () => open(true),
  () => open(false),
);

const megabytes = round(signed.length / 1e6);
console.log(`load ${loadavg().map(round).join(', ')}; medians of ${runs}, in turns`);
console.log(
  `${megabytes} MB verified in ${round(seal.one)} ms, hashed in ${round(seal.other)} ms: ${seal.ratio.toFixed(2)} (aim ${aims.verified})`,
);
console.log(
  `a set without signatures opened and its first page drawn in ${round(viewer.one)} ms, without asking in ${round(viewer.other)} ms: ${viewer.ratio.toFixed(3)} (aim ${aims.unsigned})`,
);
if (seal.ratio > aims.verified || viewer.ratio > aims.unsigned) process.exitCode = 1;
