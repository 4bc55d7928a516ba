import { grouped } from '../contract/grouped.ts';

/** Returns a count with its noun: "1 job", "3 jobs", "1,200 jobs". */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}
