import { maxSearchLength } from '../../contract/limits.ts';

/** Returns what is searched for of what is typed, which may be longer and stays as it is. */
export function searchText(typed: string): string {
  return typed.trim().slice(0, maxSearchLength).trim();
}
