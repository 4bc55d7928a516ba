import type { InboxMessage } from '../../contract/messages/message.ts';
import { exactDay } from '../../format/date.ts';
import type { waitingSnoozes } from '../../outbox/sends/sendSnoozes.ts';

type Messages = readonly InboxMessage[];

/** The messages of the other side that are not answered, by what the reader does with them. */
export type Unanswered = { needed: Messages; shared: Messages; snoozed: Messages };

type Chosen = ReturnType<typeof waitingSnoozes>;

/** Returns the last moment, in seconds, until which one of these was put off and that has passed; 0 for none. */
export function lastPassed(messages: Messages, chosen: Chosen, now: number): number {
  const untils = [
    ...messages.map(({ snoozedUntil = 0 }) => snoozedUntil),
    ...[...chosen.values()].map(({ until }) => until),
  ];
  return Math.max(0, ...untils.filter((until) => until <= now));
}

/**
 * Tells what is put off from what needs an answer now, as the server does, by what was chosen here and by the time: offline too, and
 * before any read.
 *
 * @param chosen what waits to be sent
 * @param now seconds, or the last of these moments that has passed
 */
export function unanswered(messages: Messages, chosen: Chosen, now: number): Unanswered {
  const all = [...new Map(messages.map((one) => [one.communicationId, one])).values()].sort(
    (a, b) => a.sequence - b.sequence,
  );
  const newest = new Map(all.map(({ jobId, sequence }) => [jobId, sequence]));
  const untilOf = ({ jobId, snoozedUntil = 0 }: InboxMessage) => {
    const { until = snoozedUntil, seen = Number.POSITIVE_INFINITY } = chosen.get(jobId) ?? {};
    return (newest.get(jobId) ?? 0) <= seen && until > now ? until : 0;
  };
  const dated = all.map((message): InboxMessage => {
    const { snoozedUntil: _, ...rest } = message;
    const until = untilOf(message);
    return until > 0 ? { ...rest, snoozedUntil: until } : rest;
  });
  const snoozed = dated.filter(({ snoozedUntil }) => snoozedUntil);
  const open = dated.filter(({ snoozedUntil }) => !snoozedUntil);
  return {
    needed: open.filter(({ toUserId }) => toUserId !== ''),
    shared: open.filter(({ toUserId }) => toUserId === ''),
    snoozed,
  };
}

/** In the morning: when a day begins for what is put off until it. */
const morning = 8;

/** Returns the moment, in seconds, at which what is put off for some days comes back, by the reader's clock. */
export function morningIn(days: number, from = new Date()): number {
  return new Date(from.getFullYear(), from.getMonth(), from.getDate() + days, morning).getTime() / 1000;
}

/** Returns the morning of a day. @param isoDate of a field, such as 2026-11-30 */
export function morningOf(isoDate: string): number {
  const [year = 0, month = 1, day = 1] = isoDate.split('-').map(Number);
  return new Date(year, month - 1, day, morning).getTime() / 1000;
}

/** Returns the days that are offered, each with its moment. On a Sunday, Monday is tomorrow; on a Monday it is in a week. */
export function snoozeChoices(from = new Date()): [label: string, until: number][] {
  const toMonday = (8 - from.getDay()) % 7;
  return [
    ['Tomorrow', morningIn(1, from)],
    ...(toMonday > 1 ? [['Monday', morningIn(toMonday, from)] satisfies [string, number]] : []),
    ['In a week', morningIn(7, from)],
  ];
}

/** "Mon 11/30/26": a day until which something is put off. */
export function dayText(seconds: number): string {
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short' }).format(seconds * 1000);
  return `${weekday} ${exactDay(seconds)}`;
}
