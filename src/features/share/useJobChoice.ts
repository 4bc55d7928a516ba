import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { jobsQuery, searchQuery } from '../../api/queries.ts';
import type { Job } from '../../contract/job.ts';
import { knownJobs, matching } from './knownJobs.ts';

const pauseMs = 300;

/** The jobs to choose from: the newest, or those that fit what is typed; without a line those known on this device. */
export function useJobChoice(email: string, typed: string) {
  const client = useQueryClient();
  const text = useDeferredValue(typed.trim());
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const newest = useInfiniteQuery(jobsQuery(email));
  const found = useInfiniteQuery({ ...searchQuery({ text: asked }, email), enabled: asked !== '' });
  const query = text === '' ? newest : found;
  const isAnswered = query.data !== undefined && (text === '' || asked === text);
  const jobs: Job[] = isAnswered
    ? query.data.pages.flatMap(({ items }) => items)
    : matching(knownJobs(client), text);
  return {
    jobs,
    /** More may come: the service was not heard yet. */
    isOpen: !isAnswered && query.error === null,
    /** Only what is known here, because the service cannot be asked. */
    isLocal: !isAnswered && query.error !== null,
  };
}
