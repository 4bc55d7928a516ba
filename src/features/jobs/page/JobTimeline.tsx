import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import type { HistoryEntry, JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { Button } from '../../../ui/Button.tsx';
import { FoldingSection } from '../../../ui/FoldingSection.tsx';
import { LoadMore } from '../../../ui/feedback/LoadMore.tsx';
import { LongText } from '../../../ui/text/LongText.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import { fieldLabel } from '../fieldText.ts';
import { historyGroups, historyText } from './historyText.ts';
import styles from './Steps.module.css';

/** Reads the changes before those that come with a job. */
function earlierQuery({ jobId, historyStartAfter }: JobDetails) {
  return infiniteQueryOptions({
    queryKey: ['jobHistory', jobId, historyStartAfter],
    queryFn: ({ pageParam, signal }) =>
      call('jobHistory', { params: { jobId }, body: { startAfter: pageParam }, signal }),
    initialPageParam: historyStartAfter ?? '',
    getNextPageParam: (page) => page.startAfter ?? undefined,
  });
}

export function JobTimeline({ job }: { job: JobDetails }) {
  const [isLong, setIsLong] = useState(false);
  const earlier = useInfiniteQuery({
    ...earlierQuery(job),
    enabled: isLong && job.historyStartAfter !== null,
  });
  const history: HistoryEntry[] = [
    ...job.history,
    ...(earlier.data?.pages.flatMap(({ items }) => items) ?? []),
  ];
  if (history.length === 0) return null;
  return (
    <FoldingSection title="Timeline">
      <ol className={styles.steps}>
        {historyGroups(history).map(({ timestamp, userName, entries }) => (
          <li key={`${timestamp} ${userName}`} className={styles.moment}>
            <p className="small">
              <strong>
                <bdi translate="no">{userName}</bdi>
              </strong>{' '}
              <span className="soft">
                <Time seconds={timestamp} />
              </span>
            </p>
            {entries.map((entry) => (
              <LongText
                key={`${entry.field} ${entry.to}`}
                text={historyText(entry)}
                of={`the change to ${fieldLabel(entry.field)}`}
              >
                <p className="plain-text" dir="auto">
                  {historyText(entry)}
                </p>
              </LongText>
            ))}
          </li>
        ))}
      </ol>
      {earlier.isError && !earlier.data && (
        <p role="alert">Couldn’t load earlier changes. {earlier.error.message}</p>
      )}
      {job.historyStartAfter !== null && !earlier.data && (
        <Button
          disabled={earlier.isFetching}
          onClick={() => (isLong ? void earlier.refetch() : setIsLong(true))}
        >
          {earlier.isFetching ? 'Loading…' : 'Show earlier changes'}
        </Button>
      )}
      {earlier.data && <LoadMore query={earlier} />}
    </FoldingSection>
  );
}
