import { getConnectivity } from '../../api/connectivity.ts';
import { withAdvice } from '../../contract/errors.ts';
import { waitedTime } from '../../format/waitedTime.ts';
import type { OutboxRecord } from '../records/record.ts';
import { resumesByItself } from '../records/resumesByItself.ts';
import { shownAs } from './shown.ts';

/** A record's state as users see it: the same in a bubble, in the outbox and in the frame. */
export type SendState = 'waiting' | 'sending' | 'checking' | 'sent' | 'not-sent' | 'sign-in';

const markings: Readonly<Record<OutboxRecord['state'], SendState>> = {
  queued: 'waiting',
  sending: 'sending',
  uncertain: 'checking',
  failed: 'not-sent',
  'blocked-auth': 'sign-in',
  acked: 'sent',
};

export const sendStateTexts: Readonly<Record<SendState, string>> = {
  waiting: 'Waiting to send',
  sending: 'Sending…',
  checking: 'Checking if it was sent',
  sent: 'Sent',
  'not-sent': 'Not sent',
  'sign-in': 'Sign in to send',
};

/** Returns why a record was refused, and what to do. */
function refusalText(record: OutboxRecord): string {
  if (!record.error?.text) return '';
  const { code, text: message } = record.error;
  return shownAs(record).advice?.[code] ?? withAdvice({ code, message });
}

export const queuedText = 'Saved in your outbox. Sends when you’re back online.';

/** Says what was done; offline, that it waits. */
export function doneOrQueued(done: string): string {
  return getConnectivity().reachable ? done : queuedText;
}

/** A wait longer than this is shown with its time. */
const longWaitSeconds = 24 * 60 * 60;

export function sendStateOf(record: Pick<OutboxRecord, 'state' | 'error'>): SendState {
  return resumesByItself(record) ? 'waiting' : markings[record.state];
}

/** Whether a record was not refused, and so arrives without another press. */
export function isOnItsWay(record: Pick<OutboxRecord, 'state' | 'error'>): boolean {
  return sendStateOf(record) !== 'not-sent';
}

/** Whether a user may delete a record: not while it is being sent, unless only its files are uploaded so far. */
export function mayDelete({ state, claim }: Pick<OutboxRecord, 'state' | 'claim'>): boolean {
  return state === 'sending' ? claim?.filesOnly === true : state !== 'acked';
}

/** Returns the refused record in its lane that a record waits for, until the user decides about it. */
export function blockerOf(record: OutboxRecord, records: readonly OutboxRecord[]): OutboxRecord | undefined {
  if (record.state === 'failed') return undefined;
  const isBlocking = (other: OutboxRecord) => sendStateOf(other) === 'not-sent';
  const leader = records.find(({ clientId }) => clientId === record.after);
  if (leader) return isBlocking(leader) ? leader : blockerOf(leader, records);
  return records.find(
    (other) => other.laneKey === record.laneKey && other.seq < record.seq && isBlocking(other),
  );
}

/**
 * Describes the state of a record: "Waiting to send for 2 days", "Not sent: This file is empty."
 *
 * @param records all of the user's, because one can wait for another
 */
export function sendStateText(
  record: OutboxRecord,
  records: readonly OutboxRecord[],
  nowSeconds = Date.now() / 1000,
): string {
  const mark = sendStateOf(record);
  const text = sendStateTexts[mark];
  if (mark === 'not-sent') return [text, refusalText(record)].filter(Boolean).join(': ');
  if (mark === 'sending' || mark === 'sent') return text;
  const blocker = blockerOf(record, records);
  if (blocker) {
    const what = shownAs(blocker).blocker ?? 'an earlier change to this job';
    return `Waiting: ${what} wasn’t sent. Try it again or delete it first.`;
  }
  const sinceSeconds = record.createdAt / 1000;
  if (nowSeconds - sinceSeconds < longWaitSeconds) return text;
  const waited = waitedTime(sinceSeconds, nowSeconds);
  return mark === 'waiting' ? `${text} for ${waited}` : `${text} · waiting ${waited}`;
}
