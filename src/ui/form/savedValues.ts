import { isSameValue } from '../../format/sameValue.ts';

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/**
 * Whether a saved draft has the shape of the form's values; entries of a list, that of its first. A list that is empty at first is one
 * of files, and a text or a number may be missing, as null.
 */
export function hasShapeOf<V>(model: V, read: unknown): read is V {
  if (Array.isArray(model)) {
    const isItem = (item: unknown) => (model.length > 0 ? hasShapeOf(model[0], item) : item instanceof File);
    return Array.isArray(read) && read.every(isItem);
  }
  if (isPlain(model)) {
    const isMissing = read === null || (model === null && read !== undefined);
    return isPlain(read) && (isMissing || typeof read === typeof model);
  }
  if (typeof read !== 'object' || read === null) return false;
  return Object.entries(model as object).every(([key, value]) =>
    hasShapeOf(value, (read as Record<string, unknown>)[key]),
  );
}

/** Merges a saved draft, or what was saved on the server, with what was typed since `initial`. */
export function mergeTyped<V extends object>(left: V, typed: V, initial: V): V {
  const changed = Object.entries(typed).filter(
    ([key, value]) => !isSameValue(value, initial[key as keyof V]),
  );
  return { ...left, ...Object.fromEntries(changed) };
}
