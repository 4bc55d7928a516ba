import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { userStatsQuery } from '../../api/queries.ts';
import { apply } from '../../cache/apply.ts';
import { isStaff } from '../../contract/enums.ts';
import type { InboxMessage } from '../../contract/messages/message.ts';
import { useIntervalMs } from '../../live/useIntervalMs.ts';
import { onWaitingChange, waitingRecords } from '../../outbox/records/waiting.ts';
import { waitingSnoozes } from '../../outbox/sends/sendSnoozes.ts';
import { useProfile } from '../../session/useSession.ts';
import { useServerTicking } from '../../ui/useTicking.ts';
import { byJob } from './byJob.ts';
import type { Part } from './ConversationList.tsx';
import { useHeldRows } from './heldRows.ts';
import type { MessagesSearch } from './messagesSearch.ts';
import { lastPassed, unanswered } from './snoozed.ts';
import { type Inbox, refreshMs, useInbox } from './useInbox.ts';

type Of = Pick<Part, 'name' | 'title' | 'text' | 'count' | 'isTitled'> & { inbox: Inbox };

/** Makes the rows of a part of its messages. */
function usePart(of: Of, messages: readonly InboxMessage[] | undefined, chat: string | undefined): Part {
  // What was marked here leaves at once.
  const groups = useMemo(
    () => messages && byJob(messages.filter(({ status }) => status === 'NEW')),
    [messages],
  );
  return { ...of, rows: useHeldRows(groups, chat) };
}

/** Reads what is not answered: what needs an answer now, and what is put off. */
function useUnanswered(email: string, counts: Readonly<Record<string, number>>) {
  const needed = useInbox(email, { part: 'needs-answer' });
  const shared = useInbox(email, { part: 'shared' }, counts.shared ?? 0);
  const snoozed = useInbox(email, { part: 'snoozed' }, counts.snoozed ?? 0);
  const records = useSyncExternalStore(onWaitingChange, waitingRecords);
  const read = [needed, shared, snoozed].map(({ messages }) => messages);
  const [a, b, c] = read;
  const all = useMemo(() => [a, b, c].flatMap((one) => one ?? []), [a, b, c]);
  const chosen = useMemo(() => waitingSnoozes(records), [records]);
  // It is told anew only when a moment passes.
  const passed = useServerTicking((now) => lastPassed(all, chosen, now));
  const parts = useMemo(() => unanswered(all, chosen, passed), [all, chosen, passed]);
  // The counts know it too then.
  useEffect(() => {
    if (passed > 0) apply({ kind: 'lists-outdated', when: 'now' });
  }, [passed]);
  return { ...parts, inboxes: { needed, shared, snoozed } };
}

/** Returns the parts of a list that have conversations, and whether all of them are known. */
export function useParts({ list, chat }: MessagesSearch) {
  const { email, userType } = useProfile();
  const stats = useQuery(userStatsQuery(email, useIntervalMs(refreshMs)));
  const counts = stats.data?.inbox ?? {};
  const { needed, shared, snoozed, inboxes } = useUnanswered(email, counts);
  const waiting = useInbox(email, { part: 'waiting' }, list === 'waiting' ? (counts.waiting ?? 0) : null);
  const isRead = inboxes.needed.messages !== undefined;
  const parts = {
    needed: usePart(
      {
        name: 'needed',
        inbox: inboxes.needed,
        title: 'Needs your answer',
        text: 'Mark messages as addressed when you’ve handled them. Reading doesn’t mark them.',
        count: counts['needs-answer'] ?? 0,
      },
      isRead ? needed : undefined,
      chat,
    ),
    shared: usePart(
      {
        name: 'shared',
        inbox: inboxes.shared,
        title: 'Shared queue',
        text: 'Messages on jobs without an assignee who can answer. Whoever is assigned gets them.',
        count: counts.shared ?? 0,
        isTitled: true,
      },
      isRead ? shared : undefined,
      chat,
    ),
    snoozed: usePart(
      {
        name: 'snoozed',
        inbox: inboxes.snoozed,
        title: 'Snoozed',
        text: 'They’re back in your list that morning, or with the next message.',
        count: snoozed.length,
        isTitled: true,
      },
      isRead ? snoozed : undefined,
      chat,
    ),
    waiting: usePart(
      {
        name: 'waiting',
        inbox: waiting,
        title: 'Waiting for the other side',
        text: `You wrote last, and ${isStaff(userType) ? 'the client' : 'EV'} hasn’t answered.`,
        count: counts.waiting ?? 0,
      },
      waiting.isPending ? undefined : (waiting.messages ?? none),
      chat,
    ),
  };
  const all = list === 'waiting' ? [parts.waiting, parts.snoozed] : [parts.needed, parts.shared];
  const isPending = stats.isPending || all.some(({ inbox }) => inbox.isPending);
  return {
    isPending,
    counts: { needed: parts.needed.count, waits: parts.waiting.count + parts.snoozed.count },
    // The first one says that there is nothing, and everything else waits for it: nothing is pushed down.
    parts: all.filter(({ rows = [] }, at) => at === 0 || (!isPending && rows.length > 0)),
  };
}

const none: readonly InboxMessage[] = [];
