/** Whether something read back has the shape of the form's own values; a list's entries that of its first. */
export function isAlike<V>(model: V, read: unknown): read is V {
  if (Array.isArray(model)) return Array.isArray(read) && read.every((item) => isAlike(model[0], item));
  if (typeof model !== 'object' || model === null) return typeof read === typeof model;
  if (typeof read !== 'object' || read === null) return false;
  return Object.entries(model).every(([key, value]) =>
    isAlike(value, (read as Record<string, unknown>)[key]),
  );
}

/** What was left in a form, under what was typed into it since it opened. */
export function laidOver<V extends object>(left: V, typed: V, initial: V): V {
  const changed = Object.entries(typed).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(initial[key as keyof V]),
  );
  return { ...left, ...Object.fromEntries(changed) };
}
