/** Whether two plain values say the same; a file is the same as itself only. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  if (a instanceof Blob || b instanceof Blob || Array.isArray(a) !== Array.isArray(b)) return false;
  const [before, after] = [Object.entries(a), new Map(Object.entries(b))];
  return before.length === after.size && before.every(([key, value]) => isSameValue(value, after.get(key)));
}
