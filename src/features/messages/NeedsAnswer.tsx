import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { userStatsQuery } from '../../api/queries.ts';
import { companyOf } from '../../cache/cachedJobs.ts';
import type { ApprovedProfile } from '../../contract/user.ts';
import { useIntervalMs } from '../../live/useIntervalMs.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { useRetainedFocus } from '../../ui/useRetainedFocus.ts';
import { byJob, type JobGroup } from './byJob.ts';
import { MessageRow, WaitedTime } from './MessageRow.tsx';
import styles from './MessageRows.module.css';
import { MessagesPending } from './MessagesPending.tsx';
import { type Inbox, refreshMs } from './useInbox.ts';
import { whoseTurn } from './whoseTurn.ts';

/** Jobs shown at first, and added at a time: hardly more than fit on a phone, because all other messages stand below them. */
const firstJobs = 7;
const moreJobs = 15;

/** The new messages to the user, the longest waiting first. */
export const needsAnswer = { status: 'NEW', toMe: true, order: 'oldest' } as const;

type Props = { reader: ApprovedProfile; inbox: Inbox };

/** The messages that need the user's answer, by job. A message that was read still needs one until it is addressed. */
export function NeedsAnswer({ reader, inbox: { query, messages } }: Props) {
  const refetchInterval = useIntervalMs(refreshMs);
  const { data: stats } = useQuery({ ...userStatsQuery(reader.email), refetchInterval });
  const groups = useMemo(() => messages && byJob(messages), [messages]);
  const count = stats?.newMessages ?? 0;
  const [jobs, setJobs] = useState(firstJobs);
  const known = groups?.length ?? 0;
  const isDone = groups?.length === 0;
  const heading = useRef<HTMLHeadingElement>(null);
  const isInside = useRef(false);
  // The last message to leave took the focus with it.
  useEffect(() => {
    if (isDone && isInside.current && document.activeElement === document.body) heading.current?.focus();
  }, [isDone]);

  function showMore() {
    setJobs(jobs + moreJobs);
    if (query.hasNextPage && known < jobs + moreJobs) void query.fetchNextPage();
  }
  return (
    <section
      className="stack"
      data-tight=""
      aria-labelledby="to-answer"
      onFocus={() => {
        isInside.current = true;
      }}
      onBlur={({ relatedTarget }) => {
        // A removed element loses the focus to nothing.
        isInside.current = relatedTarget === null;
      }}
    >
      <h2 ref={heading} id="to-answer" className="section-title" tabIndex={-1}>
        Needs reply
        {count > 0 && <span className={styles.count}>{count}</span>}
      </h2>
      {!groups && <MessagesPending query={query} />}
      {isDone && <p className="soft">You’re all caught up.</p>}
      {groups && groups.length > 0 && (
        <>
          <Groups groups={groups.slice(0, jobs)} reader={reader} />
          <p className="soft small">
            Mark messages as addressed when you’ve handled them. Reading doesn’t mark them.
          </p>
        </>
      )}
      {(known > jobs || query.hasNextPage) && (
        <div className="row">
          <Button busy={query.isFetchingNextPage} onClick={showMore}>
            Show more
          </Button>
          {query.isFetchNextPageError && <p role="alert">Couldn’t load more. {query.error?.message}</p>}
        </div>
      )}
    </section>
  );
}

function Groups({ groups, reader }: { groups: readonly JobGroup[]; reader: ApprovedProfile }) {
  const list = useRetainedFocus(groups.flatMap(({ messages }) => messages.map((one) => one.communicationId)));
  return (
    <ul ref={list} className={styles.groups} aria-label="Jobs that need a reply">
      {groups.map((group) => (
        <JobWaiting key={group.jobId} group={group} reader={reader} />
      ))}
    </ul>
  );
}

/** A job with its messages that need an answer, since when they wait, and whose turn it is. */
function JobWaiting({ group, reader }: { group: JobGroup; reader: ApprovedProfile }) {
  const { jobId, first, messages } = group;
  const turn = whoseTurn(first, reader);
  return (
    <li className={styles.group}>
      <div className={styles.job}>
        <div className={styles.jobWords}>
          <h3 dir="auto">
            <Link to="/jobs/update/$jobId" params={{ jobId }}>
              {first.project || 'No job Name'}
            </Link>
          </h3>
          <p className="small soft">
            {first.jobCode && <span className="code">{first.jobCode}</span>} <bdi>{companyOf(first)}</bdi>
          </p>
        </div>
        <p className={styles.turn}>
          {turn && <Badge tone={turn.isReaders ? 'stamp' : 'plain'}>{turn.text}</Badge>}
          {messages.length > 1 && (
            <span className="small soft">
              {messages.length} messages, <WaitedTime since={first.createdTimestamp} />
            </span>
          )}
        </p>
      </div>
      <ul className={styles.rows} aria-label={`Messages for ${first.project || first.jobCode}`}>
        {messages.map((message) => (
          <MessageRow key={message.communicationId} message={message} reader={reader} waits />
        ))}
      </ul>
    </li>
  );
}
