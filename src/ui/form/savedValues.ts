import { isSameValue } from '../../format/sameValue.ts';

/** Whether a saved draft has the shape of the form's values; entries of a list, that of its first. */
export function hasShapeOf<V>(model: V, read: unknown): read is V {
  if (Array.isArray(model)) return Array.isArray(read) && read.every((item) => hasShapeOf(model[0], item));
  if (typeof model !== 'object' || model === null) return typeof read === typeof model;
  if (typeof read !== 'object' || read === null) return false;
  return Object.entries(model).every(([key, value]) =>
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
