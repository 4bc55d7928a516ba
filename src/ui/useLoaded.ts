import { useEffect, useState } from 'react';
import { type Once, whenIdle } from '../timing.ts';

/** The most that it waits for the frame of what is there without it. */
const limitMs = 100;

/**
 * Returns a lazy module; undefined until it is loaded. Loads it behind the frame that shows what is there without it, and shows it at
 * once: React holds back what `lazy` loads for 300 ms.
 *
 * @throws while rendering, why it cannot be loaded
 */
export function useLoaded<T extends object>(load: Once<[], T>): T | undefined {
  const [loaded, setLoaded] = useState(() => load.current());
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    if (!loaded) return whenIdle(() => void load().then(setLoaded, setFailure), limitMs);
  }, [load, loaded]);
  if (failure) throw failure;
  return loaded;
}
