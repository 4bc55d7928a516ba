import { useEffect, useState } from 'react';
import { measureJobs, type SavedSize } from '../../../session/saveForOffline.ts';

export type Measured = { size: SavedSize | null; done: number; error: Error | null };

const notYet: Measured = { size: null, done: 0, error: null };

/** How large jobs are with everything of them, asked anew whenever others are meant and with every try. */
export function useMeasure(jobIds: readonly string[], wanted: boolean, tries: number): Measured {
  const [measured, setMeasured] = useState(notYet);
  const ids = jobIds.join(' ');
  useEffect(() => {
    setMeasured(notYet);
    if (!wanted || ids === '' || tries < 0) return;
    const stop = new AbortController();
    measureJobs(ids.split(' '), (done) => setMeasured((before) => ({ ...before, done })), stop.signal).then(
      (size) => !stop.signal.aborted && setMeasured((before) => ({ ...before, size })),
      (error: Error) => !stop.signal.aborted && setMeasured((before) => ({ ...before, error })),
    );
    return () => stop.abort();
  }, [ids, wanted, tries]);
  return measured;
}
