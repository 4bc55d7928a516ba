/** Whether something read back has the shape of the form's own values; a list's entries that of its first. */
function isAlike(model: unknown, read: unknown): boolean {
  if (Array.isArray(model)) return Array.isArray(read) && read.every((item) => isAlike(model[0], item));
  if (typeof model !== 'object' || model === null) return typeof read === typeof model;
  if (typeof read !== 'object' || read === null) return false;
  return Object.entries(model).every(([key, value]) =>
    isAlike(value, (read as Record<string, unknown>)[key]),
  );
}

/** What was typed into a form before this window was reloaded; null when nothing, or not into a form like this. */
export function readKept<V>(key: string, model: V): V | null {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isAlike(model, read) ? (read as V) : null;
  } catch {
    return null;
  }
}

/** Keeps what was typed for this window; nothing is kept of values that are as they were. */
export function keepValues<V>(key: string, values: V, initial: V): void {
  try {
    const typed = JSON.stringify(values);
    if (typed === JSON.stringify(initial)) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, typed);
  } catch {
    // Without storage a reload starts the form anew; nothing else depends on it.
  }
}
