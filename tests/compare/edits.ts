import { appendFileSync } from 'node:fs';
import { edits } from '../support/files/compared/edits.ts';
import { answersOf, faultOf } from '../support/files/compared/judge.ts';
import { randomOf, setOf, styles } from '../support/files/compared/model.ts';
import { type Writing, writePdf } from '../support/files/compared/write.ts';

const writings: readonly Writing[] = [
  {},
  { split: 'letters', names: 'x', digits: 2 },
  { units: 10, names: 'R' },
  { split: 'kerned', apart: true },
];
/** Compares sets with planted edits, prints those that were not found, and returns how many. */
export async function compareEdited(wanted: number, only: string): Promise<number> {
  let [count, faults] = [0, 0];
  for (let seed = Number(process.env.SEED ?? 1); count < wanted; seed += 1) {
    for (const style of styles) {
      const random = randomOf(seed);
      const set = setOf(style, seed);
      // Some programs write all anew, others add to what there was.
      const writing = writings[seed % writings.length];
      const before = writePdf(set);
      for (const { name, of, apply } of edits) {
        if (count >= wanted || !of.includes(style) || !`${style} ${name}`.includes(only)) continue;
        const edited = apply(set, random);
        if (!edited) continue;
        count += 1;
        const fault = await answersOf(
          before,
          writePdf(edited.after, style === 'scanner' ? {} : writing),
        ).then(
          (sheets) => faultOf(sheets, edited),
          (error: Error) => `error: ${error.stack}`,
        );
        if (!fault) continue;
        faults += 1;
        console.log(`${style}, ${name}, seed ${seed}: ${fault}`);
        if (process.env.LOG) appendFileSync(process.env.LOG, `${style}, ${name}, seed ${seed}: ${fault}\n`);
      }
    }
  }
  console.log(`${count} edits, ${faults} not found at their place`);
  return faults;
}
