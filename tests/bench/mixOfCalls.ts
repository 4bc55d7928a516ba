import { randomUUID } from 'node:crypto';
import { type CallName, calls } from '../../src/contract/calls.ts';
import type { Person } from '../support/server/people.ts';

/** Returns the `n`th user of `scaleData.ts`. */
export const reader = (n: number): Person => ({
  email: `person-${n}@ev.test`,
  uid: `uid-person-${n}`,
  verified: true,
});

/** Returns one of the jobs that have messages, by any number. */
export function jobOf(n: number, jobs: number): string {
  return `job-${(n % (jobs / 4)) * 4 + 4}`;
}

export type Asked = { call: CallName; params?: Record<string, string>; body?: object };

/**
 * Returns the repeated calls of a member of staff: of ten six are a listing, two a conversation, one a message, one a mark set or undone.
 */
export function mixOf(n: number, jobId: string, messageId: string, turn: { count: number }): (() => Asked)[] {
  const { email } = reader(n);
  const list = (): Asked => ({ call: 'jobs', body: { username: email } });
  const talk = (): Asked => ({ call: 'conversation', params: { jobId } });
  const write = (): Asked => ({
    call: 'updateJob',
    body: {
      evJobId: jobId,
      jobUpdateUser: email,
      'evCommunication.content': 'Seen, thank you.',
      'evCommunication.fromUserId': email,
      'evCommunication.fromUserType': 'EMPLOYEE',
    },
  });
  const mark = (): Asked => {
    turn.count += 1;
    const status = turn.count % 2 === 0 ? 'NEW' : 'ADDRESSED';
    return {
      call: 'markMessage',
      body: { evCommunicationId: messageId, jobId, status, userName: email },
    };
  };
  return [list, talk, list, list, write, list, talk, list, mark, list];
}

/** Returns the request of a call, with a new idempotency key if it is a write. */
export function requestOf({ call, params = {}, body }: Asked, token: string) {
  const { method, path, write } = calls[call];
  return {
    method,
    path: `/api${path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? '')}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(write && { 'idempotency-key': randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  };
}
