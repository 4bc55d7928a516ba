import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { keys, userStatsQuery } from '../../api/queries.ts';
import { isStaff } from '../../contract/enums.ts';
import { messagesToAnswer } from '../../contract/jobs/job.ts';
import type { InboxPart } from '../../contract/messages/message.ts';
import { useIntervalMs } from '../../live/useIntervalMs.ts';
import { useProfile } from '../../session/useSession.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Tab, Tabs } from '../../ui/Tabs.tsx';
import { byJob } from './byJob.ts';
import { ConversationBar } from './ConversationBar.tsx';
import { ConversationList, type Part } from './ConversationList.tsx';
import styles from './Conversations.module.css';
import { useHeldRows } from './heldRows.ts';
import type { MessagesSearch } from './messagesSearch.ts';
import { TakeJob } from './TakeJob.tsx';
import { useChatBeside, useConversations } from './useConversations.ts';
import { refreshMs, useInbox } from './useInbox.ts';
import { useUnsent } from './useUnsent.ts';

type Of = { title: string; text: string; isTitled?: true };

/** Reads a part of the inbox as the rows of a list. */
function usePart(part: InboxPart, count: number, chat: string | undefined, of: Of): Part {
  const { email } = useProfile();
  const isFirst = part === 'needs-answer';
  const inbox = useInbox(email, { part }, isFirst || count > 0);
  const { messages } = inbox;
  // What was marked here leaves at once.
  const groups = useMemo(
    () => messages && byJob(messages.filter(({ status }) => status === 'NEW')),
    [messages],
  );
  return { inbox, rows: useHeldRows(groups, chat), count, ...of };
}

/** Returns the parts of a list that have conversations, and whether all of them are known. */
function useParts({ list, chat }: MessagesSearch) {
  const reader = useProfile();
  const refetchInterval = useIntervalMs(refreshMs);
  const stats = useQuery({ ...userStatsQuery(reader.email), refetchInterval });
  const { 'needs-answer': needed = 0, shared: inQueue = 0, waiting: waits = 0 } = stats.data?.inbox ?? {};
  const needs = usePart('needs-answer', messagesToAnswer(stats.data) ?? 0, chat, {
    title: 'Needs your answer',
    text: 'Mark messages as addressed when you’ve handled them. Reading doesn’t mark them.',
  });
  const shared = usePart('shared', inQueue, chat, {
    title: 'Shared queue',
    text: 'Messages on jobs without an assignee who can answer. Whoever is assigned gets them.',
    isTitled: true,
  });
  const waiting = usePart('waiting', waits, chat, {
    title: 'Waiting for the other side',
    text: `You wrote last, and ${isStaff(reader.userType) ? 'the client' : 'EV'} hasn’t answered.`,
  });
  const all = list === 'waiting' ? [waiting] : [needs, shared];
  const isPending = stats.isPending || all.some(({ inbox }) => inbox.isPending);
  return {
    isPending,
    counts: { needed, waits },
    shared,
    // The first one says that there is nothing, and everything else waits for it: nothing is pushed down.
    parts: all.filter(
      (part, at) => at === 0 || (!isPending && (part.count > 0 || part.rows?.some(({ left }) => left))),
    ),
  };
}

/**
 * Shows the conversations that need the user's answer, or those in which they wait for one: on a desk beside the chat.
 *
 * @param offer shown while a message needs an answer
 */
export function MessagesPage({ offer, ...search }: MessagesSearch & { offer: ReactNode }) {
  const { list, chat } = search;
  const reader = useProfile();
  const { parts, shared, counts, isPending } = useParts(search);
  const unsent = useUnsent(reader.email, chat);
  const rows = parts.flatMap((part) => part.rows ?? []);
  const { row, hasNext, open, mark, step, toRow, answered } = useConversations(rows, chat, reader);
  const take = ({ jobId }: { jobId: string }) => <TakeJob jobId={jobId} email={reader.email} />;
  const isShared = row && !row.left && shared.rows?.includes(row);
  const bar = (
    <ConversationBar
      row={row}
      reader={reader}
      hasNext={hasNext}
      onMark={() => mark(row)}
      onNext={() => step(1)}
    >
      {isShared && take(row)}
    </ConversationBar>
  );
  useChatBeside(bar, { toRow, step, mark: () => mark(), answered });
  return (
    <div className={`page ${styles.page}`}>
      <PageHeading title="Messages" of={parts.map(({ inbox }) => keys.inbox(reader.email, inbox.filter))} />
      <Tabs label="Messages">
        <Tab href="/messages" count={counts.needed} aria-current={list ? undefined : 'page'}>
          Needs your answer
        </Tab>
        <Tab href="/messages?list=waiting" count={counts.waits} aria-current={list && 'page'}>
          Waiting
        </Tab>
      </Tabs>
      {parts.map((part) => (
        <ConversationList
          key={part.title}
          part={{ ...part, ...(part === shared && { action: take }) }}
          onOpen={open}
          onMark={mark}
          {...{ reader, chat, unsent }}
        />
      ))}
      {!isPending && (
        <>
          <p className="soft small">
            Other conversations are in <Link to="/search">search</Link>, and with their jobs.
          </p>
          {!list && rows.length > 0 && offer}
        </>
      )}
      <aside className={styles.nothing} aria-label="Conversation">
        {!chat && <p className="soft">Choose a conversation.</p>}
      </aside>
    </div>
  );
}
