/** Local storage key of what a person has read, for the first paint of their next start. */
export function readingsKey(uid: string): string {
  return `q:${uid}`;
}
