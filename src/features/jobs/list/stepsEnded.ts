import { readStored, writeStored } from '../../../storage.ts';

/** Under which a device remembers that the first steps are done, or not wanted. */
const key = 'firstSteps';

export function areStepsEnded(): boolean {
  return readStored(key) !== null;
}

export function endSteps(how: 'done' | 'hidden'): void {
  writeStored(key, how);
}
