import type { ReactNode } from 'react';
import { type InboxFilter, keys } from '../../api/queries.ts';
import type { InboxMessage } from '../../contract/message.ts';
import type { ApprovedProfile } from '../../contract/user.ts';
import { useProfile } from '../../session/useSession.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { LoadMore } from '../../ui/feedback/LoadMore.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { TabLink, Tabs } from '../../ui/Tabs.tsx';
import { useRetainedFocus } from '../../ui/useRetainedFocus.ts';
import { MessageRow } from './MessageRow.tsx';
import styles from './MessageRows.module.css';
import { MessagesPending } from './MessagesPending.tsx';
import type { MessagesSearch } from './messagesSearch.ts';
import { NeedsAnswer, needsAnswer } from './NeedsAnswer.tsx';
import { useInbox } from './useInbox.ts';

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
      {!messages && <MessagesPending query={query} />}
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
 * Messages that need the user's answer, then the messages of all their jobs.
 *
 * @param offer shown while a message needs an answer
 */
export function MessagesPage({ search, offer }: { search: MessagesSearch; offer: ReactNode }) {
  const reader = useProfile();
  const inbox = useInbox(reader.email, needsAnswer);
  return (
    <div className="page" data-narrow="">
      <PageHeading
        title="Messages"
        of={[keys.inbox(reader.email, needsAnswer), keys.inbox(reader.email, filterOf(search))]}
      />
      <NeedsAnswer reader={reader} inbox={inbox} />
      {/* Rendered earlier, it would be pushed down by the messages above. */}
      {!inbox.query.isPending && (
        <>
          {inbox.query.data?.pages.some(({ items }) => items.length > 0) && offer}
          <AllMessages search={search} reader={reader} />
        </>
      )}
    </div>
  );
}
