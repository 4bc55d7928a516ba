import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type InboxFilter, inboxQuery, isShort, keys } from '../../api/queries.ts';
import type { InboxMessage } from '../../contract/message.ts';
import type { ApprovedProfile } from '../../contract/user.ts';
import { useIntervalMs } from '../../live/useIntervalMs.ts';
import { useProfile } from '../../session/useSession.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { LoadMore } from '../../ui/feedback/LoadMore.tsx';
import { TryAgain } from '../../ui/feedback/TryAgain.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { TabLink, Tabs } from '../../ui/Tabs.tsx';
import { useKeptFocus } from '../../ui/useKeptFocus.ts';
import { MessageRow } from './MessageRow.tsx';
import styles from './MessageRows.module.css';
import { MessagesLoading } from './MessagesLoading.tsx';
import type { MessagesSearch } from './messagesSearch.ts';
import { NeedsAnswer, needsAnswer, useNeedsAnswer } from './NeedsAnswer.tsx';
import { refreshMs } from './refresh.ts';
import { useInboxMessages } from './useInboxMessages.ts';

type Props = { search: MessagesSearch; reader: ApprovedProfile };

/** What the inbox is asked for. */
function filterOf({ show, mine }: MessagesSearch): InboxFilter {
  return { ...(show === 'new' && { status: 'NEW' }), ...(mine && { toMe: true }) };
}

/** The tabs, and the search each leads to. */
const views: readonly { label: string; search: MessagesSearch }[] = [
  { label: 'All', search: {} },
  { label: 'New', search: { show: 'new' } },
  { label: 'To me', search: { mine: true } },
  { label: 'New, to me', search: { show: 'new', mine: true } },
];

/** The messages of all the reader's jobs, newest first. */
function AllMessages({ search, reader }: Props) {
  const intervalMs = useIntervalMs(refreshMs);
  const query = useInfiniteQuery({
    ...inboxQuery(reader.email, filterOf(search)),
    refetchInterval: (state) => isShort(state) && intervalMs,
  });
  const messages = useInboxMessages(query.data);
  return (
    <section className="stack" aria-labelledby="all-messages">
      <h2 id="all-messages">All messages</h2>
      <Tabs label="Which messages">
        {views.map((view) => (
          <TabLink
            key={view.label}
            to="/messages"
            search={view.search}
            resetScroll={false}
            aria-current={
              view.search.show === search.show && view.search.mine === search.mine ? 'page' : undefined
            }
          >
            {view.label}
          </TabLink>
        ))}
      </Tabs>
      {!messages && !query.isError && <MessagesLoading />}
      {!messages && query.isError && <TryAgain query={query} />}
      {messages?.length === 0 && !query.hasNextPage && <None search={search} />}
      {messages && messages.length > 0 && <Rows messages={messages} reader={reader} />}
      <LoadMore query={query} />
    </section>
  );
}

function Rows({ messages, reader }: { messages: readonly InboxMessage[]; reader: ApprovedProfile }) {
  const list = useKeptFocus(messages.map((message) => message.communicationId));
  return (
    <ul ref={list} className={styles.rows} data-long="" aria-label="Messages of all jobs">
      {messages.map((message) => (
        <MessageRow key={message.communicationId} message={message} reader={reader} />
      ))}
    </ul>
  );
}

function None({ search: { show, mine } }: { search: MessagesSearch }) {
  if (show || mine) {
    return (
      <EmptyState
        title={show ? 'No new messages' : 'No messages to you'}
        text={mine && show ? 'Nothing new is addressed to you.' : 'Everything else is under “All”.'}
      >
        <ButtonLink to="/messages">All messages</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No messages yet" text="Open a job and its chat to write the first one.">
      <ButtonLink to="/jobs/listing/$category" params={{ category: 'all' }}>
        To the jobs
      </ButtonLink>
    </EmptyState>
  );
}

/**
 * What waits for the reader's answer, then the messages of all their jobs.
 *
 * @param offer shown to whoever has a message that waits
 */
export function MessagesPage({ search, offer }: { search: MessagesSearch; offer: ReactNode }) {
  const reader = useProfile();
  const waiting = useNeedsAnswer(reader.email);
  return (
    <div className="page" data-narrow="">
      <PageHeading
        title="Messages"
        of={[keys.inbox(reader.email, needsAnswer), keys.inbox(reader.email, filterOf(search))]}
        note="Reading a message does not handle it: mark it addressed when it is done."
      />
      <NeedsAnswer reader={reader} query={waiting} />
      {/* Drawn earlier, it would be pushed down by what turns out to wait. */}
      {!waiting.isPending && (
        <>
          {waiting.data?.pages.some(({ items }) => items.length > 0) && offer}
          <AllMessages search={search} reader={reader} />
        </>
      )}
    </div>
  );
}
