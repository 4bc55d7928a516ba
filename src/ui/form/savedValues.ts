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

/** Returns the fields of a form that were typed: a draft holds no others, so that those follow what somebody else saves. */
export function typedFields<V extends object>(values: V, untouched: V): Partial<V> {
  const keys = Object.keys(untouched) as (keyof V)[];
  const typed = keys.filter((key) => !isSameValue(values[key], untouched[key]));
  return Object.fromEntries(typed.map((key) => [key, values[key]])) as Partial<V>;
}

/** Whether a saved draft has the shape of what is typed into a form: of some of its fields, or of all, as earlier builds saved them. */
export function hasShapeOfTyped<V extends object>(model: V, read: unknown): read is Partial<V> {
  return typeof read === 'object' && read !== null && hasShapeOf(model, { ...model, ...read });
}

/** Merges what was saved on the server with what was typed since `initial`. */
export function mergeTyped<V extends object>(saved: V, now: V, initial: V): V {
  return { ...saved, ...typedFields(now, initial) };
}
