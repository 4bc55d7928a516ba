/** Dotted paths into a form's values: `name`, and inside lists `name.0` and `name.0.field`. */
export type PathOf<V> = V extends Blob | Date | ((...values: never[]) => unknown)
  ? never
  : V extends readonly (infer Item)[]
    ? `${number}` | `${number}.${PathOf<Item>}`
    : V extends object
      ? { [K in keyof V & string]: K | `${K}.${PathOf<NonNullable<V[K]>>}` }[keyof V & string]
      : never;

/** The type of the value at a path. */
export type ValueAt<V, P extends string> = P extends `${infer Head}.${infer Rest}`
  ? ValueAt<NonNullable<Part<V, Head>>, Rest>
  : Part<V, P>;

type Part<V, K extends string> = K extends keyof V
  ? V[K]
  : V extends readonly (infer Item)[]
    ? Item
    : unknown;

function partOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

export function valueAt(values: unknown, path: string): unknown {
  return path.split('.').reduce(partOf, values);
}

/** Returns a copy with another value at the path; everything beside it stays the same object. */
export function withValueAt<V>(values: V, path: string, value: unknown): V {
  const [head = '', ...rest] = path.split('.');
  const inner = rest.length === 0 ? value : withValueAt(partOf(values, head) ?? {}, rest.join('.'), value);
  if (Array.isArray(values)) return values.with(Number(head), inner) as V;
  return { ...values, [head]: inner };
}
