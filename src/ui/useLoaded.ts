import { useEffect, useState } from 'react';
import type { Once } from '../timing.ts';

/**
 * Returns a lazy module; undefined until it is loaded. Unlike `lazy`, which React shows 300 ms late where something else is shown before.
 *
 * @throws while rendering, why it cannot be loaded
 */
export function useLoaded<T extends object>(load: Once<[], T>): T | undefined {
  const [loaded, setLoaded] = useState(() => load.current());
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    if (!loaded) load().then(setLoaded, setFailure);
  }, [load, loaded]);
  if (failure) throw failure;
  return loaded;
}
