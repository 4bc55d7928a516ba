import { compareSets } from '../../src/features/plans/compare/compareSets.ts';
import { openCompared } from './openCompared.ts';
import { readInput } from './readInput.ts';

/**
 * A program of its own, which reads two PDFs on standard input, one after the other, and writes what differs between them to standard
 * output. Both may be malicious: see `render.ts`.
 */
const [beforeBytes = '0', afterBytes = '0'] = process.argv.slice(2);

const bytes = await readInput(Number(beforeBytes) + Number(afterBytes));
const before = await openCompared(bytes.subarray(0, Number(beforeBytes)));
const after = await openCompared(bytes.subarray(Number(beforeBytes)));
const steps = compareSets(before, after, { signal: new AbortController().signal });
let step = await steps.next();
while (!step.done) step = await steps.next();
process.stdout.write(JSON.stringify({ sheets: step.value }), () => process.exit());
