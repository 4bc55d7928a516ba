import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type InboxFilter, keys, userStatsQuery } from '../../api/queries.ts';
import { messagesToAnswer } from '../../contract/jobs/job.ts';
import type { InboxMessage } from '../../contract/messages/message.ts';
import type { ApprovedProfile } from '../../contract/users/user.ts';
import { useIntervalMs } from '../../live/useIntervalMs.ts';
import { useProfile } from '../../session/useSession.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { LoadMore } from '../../ui/feedback/LoadMore.tsx';
import { NotLoaded } from '../../ui/feedback/TryAgain.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { TabLink, Tabs } from '../../ui/Tabs.tsx';
import { useRetainedFocus } from '../../ui/useRetainedFocus.ts';
import { InboxParts } from './InboxParts.tsx';
import { InboxSection, needsAnswer } from './InboxSection.tsx';
import { MessageRow } from './MessageRow.tsx';
import styles from './MessageRows.module.css';
import type { MessagesSearch } from './messagesSearch.ts';
import { refreshMs, useInbox } from './useInbox.ts';

/** Hardly more jobs than fit on a phone, because everything else stands below them. */
const firstJobs = 7;

type Props = { search: MessagesSearch; reader: ApprovedProfile };

function filterOf({ show, mine }: MessagesSearch): InboxFilter {
  return { ...(show === 'new' && { status: 'NEW' }), ...(mine && { toMe: true }) };
}

const tabs: readonly { label: string; search: MessagesSearch }[] = [
  { label: 'All', search: {} },
  { label: 'New', search: { show: 'new' } },
  { label: 'Sent to me', search: { mine: true } },
  { label: 'New to me', search: { show: 'new', mine: true } },
];

/** The messages of all the reader's jobs, newest first. */
function AllMessages({ search, reader }: Props) {
  const { query, messages } = useInbox(reader.email, filterOf(search));
  return (
    <section className="stack" data-tight="" aria-labelledby="all-messages">
      <h2 id="all-messages">All messages</h2>
      <Tabs label="Message filters">
        {tabs.map((tab) => (
          <TabLink
            key={tab.label}
            to="/messages"
            search={tab.search}
            resetScroll={false}
            aria-current={
              tab.search.show === search.show && tab.search.mine === search.mine ? 'page' : undefined
            }
          >
            {tab.label}
          </TabLink>
        ))}
      </Tabs>
      {!messages && <NotLoaded query={query} what="messages" heights={Array(4).fill('6rem')} />}
      {messages?.length === 0 && !query.hasNextPage && <NoMessages search={search} />}
      {messages && messages.length > 0 && <MessageList messages={messages} reader={reader} />}
      <LoadMore query={query} />
    </section>
  );
}

function MessageList({ messages, reader }: { messages: readonly InboxMessage[]; reader: ApprovedProfile }) {
  const list = useRetainedFocus(messages.map((message) => message.communicationId));
  return (
    <ul ref={list} className={styles.rows} data-long="" aria-label="All messages">
      {messages.map((message) => (
        <MessageRow key={message.communicationId} message={message} reader={reader} />
      ))}
    </ul>
  );
}

function NoMessages({ search: { show, mine } }: { search: MessagesSearch }) {
  if (show || mine) {
    return (
      <EmptyState
        title={show ? 'No new messages' : 'No messages sent to you'}
        text={mine && show ? 'You have no new messages.' : 'Other messages are in All messages.'}
      >
        <ButtonLink to="/messages">All messages</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No messages yet" text="Open a job, then open chat to send the first one.">
      <ButtonLink to="/jobs/listing/$category" params={{ category: 'all' }}>
        Go to jobs
      </ButtonLink>
    </EmptyState>
  );
}

/**
 * Messages that need the user's answer, then the other parts of the inbox, then the messages of all their jobs.
 *
 * @param offer shown while a message needs an answer
 */
export function MessagesPage({ search, offer }: { search: MessagesSearch; offer: ReactNode }) {
  const reader = useProfile();
  const refetchInterval = useIntervalMs(refreshMs);
  const stats = useQuery({ ...userStatsQuery(reader.email), refetchInterval });
  const counts = stats.data?.inbox;
  const inbox = useInbox(reader.email, needsAnswer);
  const isPending = stats.isPending || inbox.isPending;
  const rest = (
    <>
      {inbox.query.data?.pages.some(({ items }) => items.length > 0) && offer}
      <AllMessages search={search} reader={reader} />
    </>
  );
  return (
    <div className="page" data-narrow="">
      <PageHeading
        title="Messages"
        of={[keys.inbox(reader.email, needsAnswer), keys.inbox(reader.email, filterOf(search))]}
      />
      <InboxSection
        reader={reader}
        inbox={inbox}
        title="Needs your answer"
        text="Mark messages as addressed when you’ve handled them. Reading doesn’t mark them."
        count={messagesToAnswer(stats.data)}
        firstJobs={firstJobs}
      />
      {/* Rendered earlier, it would be pushed down by the messages above. */}
      {!isPending &&
        (counts ? (
          <InboxParts reader={reader} counts={counts}>
            {rest}
          </InboxParts>
        ) : (
          rest
        ))}
    </div>
  );
}
