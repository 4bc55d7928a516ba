import { plantedBugs } from './plantedBugs.ts';
import { playInProcess } from './playInProcess.ts';

/**
 * Plants each bug in turn, and plays schedules until one shows it: `node runPlanted.ts <seed> <most> [<bug>…]`. Prints a line of JSON for
 * each.
 */
const [seed = '1', most = '100', ...asked] = process.argv.slice(2);

for (const name of asked.length > 0 ? asked : Object.keys(plantedBugs)) {
  const played = await playInProcess([`${seed}/0/${most}`, `bug=${name}`]);
  const problem = played.at(-1)?.problems[0] ?? null;
  process.stdout.write(
    `${JSON.stringify({ name, after: played.length, problem: problem?.slice(0, 200) ?? null })}\n`,
  );
}
process.exit();
