/** What came out of kept copies, by the answer itself: a screen tells its age, and nobody takes it for news. */
const marks = new WeakMap<object, number>();

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Says of an answer that it is a kept copy. @param since milliseconds since 1970 */
export function markKept(answer: unknown, since: number): void {
  if (isObject(answer)) marks.set(answer, since);
}

function partsOf(data: unknown): readonly unknown[] {
  return isObject(data) && 'pages' in data && Array.isArray(data.pages) ? data.pages : [data];
}

/**
 * When a query's data left the backend, if any of it is a kept copy; undefined when all of it is fresh.
 *
 * @returns milliseconds since 1970
 */
export function keptSince(data: unknown): number | undefined {
  const times = partsOf(data).flatMap((part) => (isObject(part) ? (marks.get(part) ?? []) : []));
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Says of each part of `to` the age of the part of `from` that it stands for. */
export function passMarks(from: unknown, to: unknown): void {
  const parts = partsOf(to);
  for (const [at, part] of partsOf(from).entries()) {
    const heir = parts[at];
    if (!isObject(part) || !isObject(heir) || part === heir) continue;
    const since = marks.get(part);
    if (since === undefined) marks.delete(heir);
    else marks.set(heir, since);
  }
}
