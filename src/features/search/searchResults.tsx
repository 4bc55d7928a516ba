import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { addressLine } from '../../contract/address/addressText.ts';
import type { FoundFile } from '../../contract/calls.ts';
import { userTypes } from '../../contract/enums.ts';
import type { Job } from '../../contract/jobs/job.ts';
import type { Message } from '../../contract/messages/message.ts';
import type { Profile } from '../../contract/users/user.ts';
import { Badge, StatusBadge } from '../../ui/Badge.tsx';
import { useOpenChat } from '../../ui/openChat.ts';
import { MarkedText } from '../../ui/text/MarkedText.tsx';
import { MessageCaption } from '../../ui/text/MessageCaption.tsx';
import { PlainTime } from '../../ui/text/PlainTime.tsx';
import styles from './SearchPage.module.css';
import type { SearchResults } from './searchQuery.ts';
import type { SearchKind } from './searchSearch.ts';

/** The results of one kind as list items, and whether there are more. */
export type ResultList = { items: ReactNode[]; hasMore: boolean } | undefined;

function JobResult({ job }: { job: Job }) {
  const { jobId, jobCode, project, address, jobReporterDetails, status } = job;
  return (
    <li>
      <Link to="/jobs/update/$jobId" params={{ jobId }} className={styles.result}>
        <span className={styles.head}>
          <span className={styles.title} dir="auto">
            <MarkedText text={project || 'No job Name'} />
          </span>
          <StatusBadge status={status} />
        </span>
        <span className={styles.about}>
          <span className="code" translate="no">
            <MarkedText text={jobCode} />
          </span>
          <bdi translate="no">
            <MarkedText text={addressLine(address)} />
          </bdi>
          <bdi translate="no">
            <MarkedText text={jobReporterDetails.company} />
          </bdi>
        </span>
      </Link>
    </li>
  );
}

/** A message; opens its job's chat at it. */
function MessageResult({ message }: { message: Message }) {
  const openChat = useOpenChat();
  const { communicationId, jobId, project, jobCode, content, fromUserName, createdTimestamp } = message;
  return (
    <li>
      <button type="button" className={styles.result} onClick={() => openChat(jobId, communicationId)}>
        <span className={styles.head}>
          <span className={styles.title} dir="auto">
            {project || 'No job Name'}
          </span>
          <span className="code small soft" translate="no">
            {jobCode}
          </span>
        </span>
        <span className={styles.excerpt} dir="auto">
          <MarkedText text={content} />
        </span>
        <span className={styles.about}>
          {fromUserName && <bdi translate="no">{fromUserName}</bdi>}
          <span>
            <MessageCaption message={message} company={message.company} />
          </span>
          <PlainTime seconds={createdTimestamp} />
        </span>
      </button>
    </li>
  );
}

function UserResult({ user }: { user: Profile }) {
  const { email, firstName, lastName, company, userType } = user;
  return (
    <li>
      <Link to="/users/update/$userEmail" params={{ userEmail: email }} className={styles.result}>
        <span className={styles.head}>
          <span className={styles.title} dir="auto" translate="no">
            <MarkedText text={`${firstName} ${lastName}`} />
          </span>
          <Badge>{userTypes[userType]}</Badge>
        </span>
        <span className={styles.about}>
          <bdi translate="no">
            <MarkedText text={company} />
          </bdi>
          <bdi translate="no">
            <MarkedText text={email} />
          </bdi>
        </span>
      </Link>
    </li>
  );
}

/** Returns the results of each kind that was searched. */
export function resultsOf(
  { jobs, messages, files, users }: SearchResults,
  renderFile: (file: FoundFile) => ReactNode,
): Record<SearchKind, ResultList> {
  return {
    jobs: jobs && {
      items: jobs.items.map((job) => <JobResult key={job.jobId} job={job} />),
      hasMore: jobs.startAfter !== null,
    },
    messages: messages && {
      items: messages.items.map((message) => (
        <MessageResult key={message.communicationId} message={message} />
      )),
      hasMore: messages.startAfter !== null,
    },
    files: files && { items: files.items.map(renderFile), hasMore: files.startAfter !== null },
    users: users && {
      items: users.items.map((user) => <UserResult key={user.email} user={user} />),
      hasMore: users.startAfter !== null,
    },
  };
}
