import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ComparedSheet } from '../../src/contract/files/comparison.ts';
import { answersOf } from '../support/files/compared/judge.ts';
import { setOf, styles } from '../support/files/compared/model.ts';
import { writePdf } from '../support/files/compared/write.ts';
import { resavings } from './resave.ts';

/**
 * Compares sets with themselves, saved anew by other programs, prints which sheets are not unchanged, and returns how many.
 *
 * @param folder of files to take in place of made ones
 */
export async function compareUnchanged(seeds: number, only: string, folder?: string): Promise<number> {
  const most = Number(process.env.FILES ?? 1e9);
  const made = styles.flatMap((style) =>
    Array.from(
      { length: seeds },
      (_, seed) => [`${style} ${seed + 1}`, () => writePdf(setOf(style, seed + 1))] as const,
    ),
  );
  const files = folder
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.pdf') && statSync(join(folder, name)).size < 400_000)
        .slice(0, most)
        .map((name) => [name, () => new Uint8Array(readFileSync(join(folder, name)))] as const)
    : made;
  let faults = 0;
  const sums = new Map<string, Map<string, number>>();
  for (const [name, make] of files) {
    const before = make();
    for (const [tool, resave] of Object.entries(resavings)) {
      if (!`${name} ${tool}`.includes(only)) continue;
      const after = await resave(before);
      if (!after) continue;
      const sum = sums.get(tool) ?? new Map<string, number>();
      sums.set(tool, sum);
      const say = ({ answer, hidden, reason, places, by, isChanged, turned }: ComparedSheet) => {
        const what = `${answer}${turned ? ` turned${isChanged ? ' and changed' : ''}` : ''}${reason ? ` (${reason})` : ''} by ${by}${hidden.length > 0 ? `, ${hidden.join(' ')}` : ''}`;
        sum.set(what, (sum.get(what) ?? 0) + 1);
        if (answer !== 'changed' && !isChanged && answer !== 'added') return;
        faults += 1;
        console.log(`${name}, ${tool}: ${what} ${JSON.stringify(places.slice(0, 3))}`);
      };
      const timer = AbortSignal.timeout(60_000);
      const late = new Promise<never>((_, reject) =>
        timer.addEventListener('abort', () => reject(new Error('late'))),
      );
      await Promise.race([answersOf(before, after), late]).then(
        (sheets) => sheets.slice(0, 20).forEach(say),
        (error: Error) => console.log(`${name}, ${tool}: error ${error.message}`),
      );
    }
  }
  for (const [tool, sum] of sums)
    console.log(`${tool}: ${Array.from(sum, ([what, count]) => `${count} ${what}`).join('; ')}`);
  return faults;
}
