import { laggingBucket } from './laggingBucket.ts';
import { lostFolder } from './lostFolder.ts';
import { pointInTime } from './pointInTime.ts';

/**
 * Drills of what a firm may lose: a database (`point-in-time`), a bucket’s newest files (`lagging-bucket`), a data folder
 * (`lost-folder`). Arguments name some of them.
 */
const drills = { 'point-in-time': pointInTime, 'lagging-bucket': laggingBucket, 'lost-folder': lostFolder };
const asked = process.argv.slice(2);
let count = 0;
for (const [name, drill] of Object.entries(drills)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const faults: string[] = [];
  const began = performance.now();
  console.log(`${name}:`);
  await drill((fault) => faults.push(fault)).catch((error: unknown) => faults.push(String(error)));
  for (const fault of faults) console.log(`Fault: ${fault}.`);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${name}: ${faults.length} faults in ${seconds} s`);
  count += faults.length;
}
process.exit(count === 0 ? 0 : 1);
