import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { InboxMessage } from '../../contract/messages/message.ts';
import type { ApprovedProfile } from '../../contract/users/user.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { NotLoaded } from '../../ui/feedback/TryAgain.tsx';
import { useRetainedFocus } from '../../ui/useRetainedFocus.ts';
import { byJob, type JobGroup } from './byJob.ts';
import { MessageRow, WaitedTime } from './MessageRow.tsx';
import styles from './MessageRows.module.css';
import type { Inbox } from './useInbox.ts';
import { whoseTurn } from './whoseTurn.ts';

/** Jobs that each press of *Show more* adds. */
const moreJobs = 15;

/** The messages that need the user's answer, the longest waiting first. */
export const needsAnswer = { part: 'needs-answer' } as const;

type RowAction = (first: InboxMessage) => ReactNode;

type Props = {
  reader: ApprovedProfile;
  inbox: Pick<Inbox, 'query' | 'messages'>;
  title: string;
  /** Says what the messages are, or what to do with them. */
  text: string;
  count: number | undefined;
  /** Jobs shown at first. */
  firstJobs: number;
  /** What to do with a job's messages at once. */
  action?: RowAction;
};

/** Shows the messages of one part of the inbox, by job. */
export function InboxSection({ reader, inbox, title, text, count = 0, firstJobs, action }: Props) {
  const { query, messages } = inbox;
  const id = useId();
  const groups = useMemo(() => messages && byJob(messages), [messages]);
  const [jobs, setJobs] = useState(firstJobs);
  const known = groups?.length ?? 0;
  const isDone = groups?.length === 0;
  const heading = useRef<HTMLHeadingElement>(null);
  const isInside = useRef(false);
  // The last message that left has taken the focus with it.
  useEffect(() => {
    if (isDone && isInside.current && document.activeElement === document.body) heading.current?.focus();
  }, [isDone]);
  // The part itself is removed with its last job.
  useEffect(
    () => () => {
      if (!isInside.current || document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>('[data-page-heading]')?.focus({ preventScroll: true });
    },
    [],
  );

  function showMore() {
    setJobs(jobs + moreJobs);
    if (query.hasNextPage && known < jobs + moreJobs) void query.fetchNextPage();
  }
  return (
    <section
      className="stack"
      data-tight=""
      aria-labelledby={id}
      onFocus={() => {
        isInside.current = true;
      }}
      onBlur={({ relatedTarget }) => {
        // Where the focused element is removed, nothing gets the focus.
        isInside.current = relatedTarget === null;
      }}
    >
      <h2 ref={heading} id={id} className="section-title" tabIndex={-1}>
        {title}
        {count > 0 && <span className={styles.count}>{count}</span>}
      </h2>
      {!groups && <NotLoaded query={query} what="messages" heights={Array(4).fill('6rem')} />}
      {isDone && <p className="soft">You’re all caught up.</p>}
      {groups && groups.length > 0 && (
        <>
          <Groups groups={groups.slice(0, jobs)} reader={reader} label={title} action={action} />
          <p className="soft small">{text}</p>
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

type GroupsProps = {
  groups: readonly JobGroup[];
  reader: ApprovedProfile;
  label: string;
  action: RowAction | undefined;
};

function Groups({ groups, reader, label, action }: GroupsProps) {
  const list = useRetainedFocus(groups.flatMap(({ messages }) => messages.map((one) => one.communicationId)));
  return (
    <ul ref={list} className={styles.groups} aria-label={`Jobs: ${label}`}>
      {groups.map((group) => (
        <JobWaiting key={group.jobId} group={group} reader={reader} action={action} />
      ))}
    </ul>
  );
}

/** Shows a job with its messages of this part, since when they wait, and whose turn it is. */
function JobWaiting({ group, reader, action }: { group: JobGroup } & Omit<GroupsProps, 'groups' | 'label'>) {
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
            {first.jobCode && (
              <>
                <span className="code" translate="no">
                  {first.jobCode}
                </span>
                {' · '}
              </>
            )}
            <span className={styles.company}>
              <bdi translate="no">{first.company}</bdi>
              {' · '}
            </span>
            <WaitedTime since={first.createdTimestamp} />
          </p>
        </div>
        <p className={styles.turn}>
          <span className={turn.isReaders ? styles.own : undefined}>
            <Badge tone={turn.isReaders ? 'stamp' : 'plain'}>{turn.text}</Badge>
          </span>
          {messages.length > 1 && <span className="small soft">{messages.length} messages</span>}
          {action?.(first)}
        </p>
      </div>
      <ul className={styles.rows} aria-label={`Messages for ${first.project || first.jobCode}`}>
        {messages.map((message) => (
          <MessageRow
            key={message.communicationId}
            message={message}
            reader={reader}
            isOneOfMany={messages.length > 1}
          />
        ))}
      </ul>
    </li>
  );
}
