import { once } from '../../../timing.ts';

async function load() {
  const { forgetIntent, intend, moveByKeys, rowPlacer, watchLongPress, watchNear } = await import(
    './rowParts.ts'
  );
  return { forgetIntent, intend, moveByKeys, rowPlacer, watchLongPress, watchNear };
}

type RowParts = Awaited<ReturnType<typeof load>>;

const loadRowParts = once(load);

/** Null until they are loaded. */
export function rowParts(): RowParts | null {
  return loadRowParts.current() ?? null;
}

/**
 * Begins something with them: at once where they are loaded, else as soon as they are. Without them the list can be read all
 * the same.
 *
 * @returns what ends it
 */
export function withRowParts(begin: (parts: RowParts) => () => void): () => void {
  const loaded = loadRowParts.current();
  if (loaded) return begin(loaded);
  let end: () => void = () => undefined;
  let isEnded = false;
  loadRowParts().then(
    (parts) => {
      if (!isEnded) end = begin(parts);
    },
    (error: unknown) => console.warn('A part of the list cannot be loaded yet:', error),
  );
  return () => {
    isEnded = true;
    end();
  };
}
