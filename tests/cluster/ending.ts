/** Whether a mistake is planted, which the drill must find. */
export const isPlanted = process.env.PLANTED === '1';

/** Prints the faults of a drill, and ends the process: with code 0 where there are none, or where the planted mistake was found. */
export function endWith(faults: readonly string[]): never {
  for (const fault of faults) console.log(`${isPlanted ? 'Caught' : 'Fault'}: ${fault}.`);
  if (isPlanted && faults.length === 0) console.log('The planted mistake was not found.');
  if (!isPlanted)
    console.log(faults.length === 0 ? '0 lost, 0 doubled, 0 out of order' : `${faults.length} faults`);
  process.exit(isPlanted === faults.length > 0 ? 0 : 1);
}
