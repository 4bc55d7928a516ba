import { useEffect, useRef, useState } from 'react';
import type { Attachment } from '../../../contract/jobs/jobDetails.ts';
import { carriedSource } from './carriedSource.ts';
import { openPlan, type Plan } from './openPlan.ts';
import { planSource } from './planSource.ts';

/** Opens a file, or one that it carries, as a plan, and closes it with the component. */
export function usePlan(file: Attachment, inside: string | undefined) {
  const [plan, setPlan] = useState<Plan>();
  const [error, setError] = useState<Error>();
  const [loaded, setLoaded] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const opened = useRef(file);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens it anew.
  useEffect(() => {
    let isCurrent = true;
    const onProgress = (bytes: number) => isCurrent && setLoaded(bytes);
    const source =
      inside === undefined
        ? planSource(opened.current, onProgress)
        : carriedSource(opened.current, inside, onProgress);
    const opening = openPlan(source);
    opening.then(
      (found) => isCurrent && setPlan(found),
      (failure) => isCurrent && setError(failure),
    );
    return () => {
      isCurrent = false;
      source.stop();
      setPlan(undefined);
      setError(undefined);
      setLoaded(0);
      opening.then((found) => found.close()).catch(() => undefined);
    };
  }, [attempt]);
  return { plan, loaded, error, retry: () => setAttempt(attempt + 1) };
}
