import { randomUUID } from 'node:crypto';
import { type CallName, calls, type RequestOf } from '../../../src/contract/calls.ts';
import { people, tokenOf } from '../../support/server/people.ts';
import { size, talkedOf } from '../dataset.ts';

/** A measured call; `isBarred`: the product promises a share of what a bare route does. */
export type BenchCall = {
  name: string;
  call: CallName;
  isBarred: boolean;
  params?: Record<string, string>;
  body?: (jobId: string) => object;
};

const staff = people.employee.email;

export const benchCalls: readonly BenchCall[] = [
  {
    name: 'first page of all jobs',
    call: 'jobs',
    isBarred: true,
    body: () => ({ username: staff }) satisfies RequestOf<'jobs'>,
  },
  {
    name: 'search "main" among open jobs',
    call: 'searchJobs',
    isBarred: true,
    body: () => ({ text: 'main', statuses: ['IN_PROGRESS'] }) satisfies RequestOf<'searchJobs'>,
  },
  {
    name: `conversation of ${size.messagesOfOneJob}`,
    call: 'conversation',
    isBarred: true,
    params: { jobId: talkedOf },
  },
  { name: 'one job', call: 'job', isBarred: false, params: { jobId: talkedOf } },
  {
    name: 'messages that need a reply',
    call: 'allMessages',
    isBarred: false,
    body: () => ({ username: staff, status: 'NEW', toMe: true }) satisfies RequestOf<'allMessages'>,
  },
  { name: 'counts', call: 'stats', isBarred: false },
  {
    name: 'send a message',
    call: 'updateJob',
    isBarred: true,
    body: (jobId) =>
      ({
        evJobId: jobId,
        jobUpdateUser: staff,
        'evCommunication.content': 'Seen, thank you.',
        'evCommunication.fromUserId': staff,
        'evCommunication.fromUserType': 'EMPLOYEE',
      }) satisfies RequestOf<'updateJob'>,
  },
];

/** Returns the job of a turn: writes to one job would wait for one another, which is not measured. */
export function jobOfTurn(turn: number): string {
  return `job-${2 + (turn % (size.jobs - 1))}`;
}

/** Returns the request of a call, with a new key for a write. */
export function requestOf({ call, params = {}, body }: BenchCall, turn: number, key: string = randomUUID()) {
  const { method, path, write } = calls[call];
  const content = body?.(jobOfTurn(turn));
  return {
    method,
    path: `/api${path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')}`,
    headers: {
      authorization: `Bearer ${tokenOf(people.employee, Date.now())}`,
      ...(content && { 'content-type': 'application/json' }),
      ...(write && { 'idempotency-key': `"${key}"` }),
    },
    ...(content && { body: JSON.stringify(content) }),
  };
}
