import type { IncomingHttpHeaders } from 'node:http';
import { chosenHeader } from '../../src/contract/chosen.ts';
import { maxWrittenAgoSeconds, writtenHeader } from '../../src/contract/writtenTime.ts';
import type { Choice } from '../data/choice.ts';

/**
 * Returns when something was written, as the device says, in seconds by this server's clock; null when it does not say, or says something
 * absurd. A message is never refused for its device's clock, but stored without the time.
 */
export function writtenTimeOf(headers: Readonly<IncomingHttpHeaders>, now: number): number | null {
  const secondsAgo = headers[writtenHeader];
  if (typeof secondsAgo !== 'string' || !/^\d{1,9}$/.test(secondsAgo)) return null;
  const ago = Number(secondsAgo);
  return ago <= maxWrittenAgoSeconds ? now - ago : null;
}

const chosen = /^([\w-]{1,60}) (\d{1,15})(?: (\d{1,12}))?$/;

/**
 * Returns the choice that a request carries out. A request that comes late, long after its sender gave it up, says when it left, and its
 * choice is dated by that; any other choice is dated now.
 */
export function choiceOf(headers: Readonly<IncomingHttpHeaders>, now: number): Choice {
  const header = headers[chosenHeader];
  const [, device = '', number = '0', sentAt = now] =
    chosen.exec(typeof header === 'string' ? header : '') ?? [];
  const left = Math.min(now, Number(sentAt));
  return { device, number: Number(number), at: writtenTimeOf(headers, left) ?? left };
}
