import { readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second. */
const perSecond = 100;

/** Returns the processor time of processes so far, their kernel’s time included; on Linux only. */
export function processorSeconds(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    // After the name, which may hold spaces and brackets; the fields are counted from there.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, one) => sum + one, 0) / perSecond;
}
