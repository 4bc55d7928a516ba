import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { inboxQuery, queryClient, userStatsQuery } from '../../../src/api/queries.ts';
import { apply } from '../../../src/cache/apply.ts';
import { messagesToAnswer } from '../../../src/contract/jobs/job.ts';
import type { InboxMessage } from '../../../src/contract/messages/message.ts';
import { keepBadge } from '../../../src/device/shownNotifications.ts';
import { isToRead } from '../../../src/features/messages/isToRead.ts';
import { lastPassed, unanswered } from '../../../src/features/messages/snoozed.ts';
import { withTargets } from '../../../src/outbox/queries/echoes.ts';
import { waitingRecords } from '../../../src/outbox/records/waiting.ts';
import { statusTargets } from '../../../src/outbox/records/waitingMarks.ts';
import { waitingSnoozes } from '../../../src/outbox/sends/sendSnoozes.ts';
import { serverTime } from '../../../src/timing.ts';

/** The inbox of a page, its counts and the badge, as the messages page and the frame have them. */

type Poll = { refetchInterval: () => number };
type Counts = Record<string, number>;
const shown = { messages: (): InboxMessage[] | null => null, counts: (): Counts | null => null };
let tell: () => void = () => undefined;
let waking: ReturnType<typeof setTimeout> | undefined;
/** The last moment that has passed of those until which something was put off. */
let passed = 0;

/** Observes the inbox of a user and what counts it. @param onReturn called when something that was put off is back */
export function followInbox(email: string, poll: Poll, onReturn: () => void) {
  tell = onReturn;
  const of = (part: 'needs-answer' | 'snoozed', count: number) => {
    const query = inboxQuery(email, { part });
    const enabled = () => isToRead(count, queryClient.getQueryData(query.queryKey));
    return { ...query, ...poll, enabled };
  };
  const own = new QueryObserver(queryClient, {
    ...userStatsQuery(email),
    refetchInterval: (query) => {
      const { refetchInterval } = userStatsQuery(email, poll.refetchInterval());
      return typeof refetchInterval === 'function' ? refetchInterval(query) : refetchInterval;
    },
  });
  const needed = new InfiniteQueryObserver(queryClient, of('needs-answer', 1));
  const snoozed = new InfiniteQueryObserver(queryClient, of('snoozed', 0));
  let badge: number | undefined;
  let endBadge = (): void => undefined;
  const count = () => {
    const { data } = own.getCurrentResult();
    snoozed.setOptions(of('snoozed', data?.inbox?.snoozed ?? 0));
    const next = messagesToAnswer(data);
    if (next === badge) return;
    badge = next;
    endBadge();
    endBadge = next === undefined ? () => undefined : keepBadge(next);
  };
  const ends = [
    own.subscribe(count),
    needed.subscribe(() => undefined),
    snoozed.subscribe(() => undefined),
    () => endBadge(),
  ];
  count();
  shown.counts = () => own.getCurrentResult().data?.inbox ?? null;
  shown.messages = () =>
    needed.getCurrentResult().data
      ? [needed, snoozed]
          .flatMap((one) => one.getCurrentResult().data?.pages ?? [])
          .flatMap(({ items }) => items)
      : null;
  return {
    own,
    end: () => {
      for (const end of ends) end();
    },
  };
}

export function inboxCounts(): Counts | null {
  return shown.counts();
}

/** Returns the inbox as it is shown, and reads what counts it once something comes back. */
export function inboxShown() {
  const messages = shown.messages();
  if (!messages) return null;
  const all = withTargets(messages, statusTargets());
  const chosen = waitingSnoozes(waitingRecords());
  const now = lastPassed(all, chosen, serverTime() / 1000);
  const { needed, snoozed } = unanswered(all, chosen, now);
  if (now > 0 && now !== passed) setTimeout(() => apply({ kind: 'lists-outdated', when: 'now' }));
  passed = now;
  clearTimeout(waking);
  const inMs = Math.min(...snoozed.map(({ snoozedUntil = 0 }) => snoozedUntil)) * 1000 - serverTime();
  // The clock of a page ticks every five seconds.
  if (inMs < 1e9) waking = setTimeout(tell, inMs + 2500);
  const rows = (some: readonly InboxMessage[]) =>
    some
      .filter(({ status }) => status === 'NEW')
      .map(({ jobId, sequence, snoozedUntil }) => ({ jobId, sequence, isSnoozed: Boolean(snoozedUntil) }));
  return { needed: rows(needed), snoozed: rows(snoozed) };
}
