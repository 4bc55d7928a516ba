import { useEffect, useRef, useState } from 'react';
import type { Attachment } from '../../../contract/jobs/jobDetails.ts';
import { openPlan, type Plan } from './openPlan.ts';
import { planSource } from './planSource.ts';

/** Opens a file as a plan, and closes it with the component. */
export function usePlan(file: Attachment) {
  const [plan, setPlan] = useState<Plan>();
  const [error, setError] = useState<Error>();
  const [loaded, setLoaded] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const opened = useRef(file);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens it anew.
  useEffect(() => {
    let isCurrent = true;
    const source = planSource(opened.current, (bytes) => isCurrent && setLoaded(bytes));
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
