import { describe, expect, it } from 'vitest';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import { jobStepsOf, nextStepText } from '../../../src/features/jobs/page/jobProgress.ts';
import { job } from '../../support/app/fakeBackend.ts';

function entry(timestamp: number, field: string, to: string) {
  return { timestamp, user: 'bob@ev.test', userName: 'Bob S.', field, from: '', to };
}

const unassigned = { assignedTo: '', assignedToName: '' };
const stamped = { key: 'd2', createdTimestamp: 50 } as JobDetails['deliverables'][number];
const first = { key: 'd1', createdTimestamp: 40 } as JobDetails['deliverables'][number];
/** Newest first. */
const history = [
  entry(60, 'status', 'Completed'),
  entry(30, 'status', 'On hold'),
  entry(20, 'assignedTo', 'Bob S.'),
  entry(10, 'assignedTo', 'Ada L.'),
];

function stepsOf(changes: Partial<JobDetails>) {
  const details = { ...job, history, ...changes };
  return jobStepsOf(details, details).map(({ name, isDone, seconds, expected }) =>
    [name, isDone ? (seconds ?? 'done') : (expected ?? '–')].join(' '),
  );
}

describe('the steps of a job', () => {
  it.each<[string, Partial<JobDetails>, string[]]>([
    [
      'just submitted',
      { ...unassigned, history: [] },
      ['Submitted 1', 'Assigned –', 'Delivered –', 'Completed –'],
    ],
    [
      'in progress, with a date that its client may know',
      { due: { date: '2026-12-01', end: 99 } },
      ['Submitted 1', 'Assigned 10', 'Delivered –', 'Completed 2026-12-01'],
    ],
    [
      'on hold',
      { status: 'ON_HOLD', due: { date: '2026-12-01', end: 99 } },
      ['Submitted 1', 'Assigned 10', 'On hold 30', 'Delivered –', 'Completed –'],
    ],
    [
      'completed after two deliverables',
      { status: 'COMPLETED', deliverables: [stamped, first] },
      ['Submitted 1', 'Assigned 10', 'Delivered 40', 'Completed 60'],
    ],
    [
      'cancelled, which nobody waits for any more',
      { status: 'CANCELLED', history: [entry(70, 'status', 'Cancelled')], ...unassigned },
      ['Submitted 1', 'Assigned –', 'Cancelled 70'],
    ],
  ])('%s', (_, changes, steps) => {
    expect(stepsOf(changes)).toEqual(steps);
  });

  it('are known without dates from the row of a list', () => {
    expect(jobStepsOf(job, null).map(({ name, isDone }) => [name, isDone])).toEqual([
      ['Submitted', true],
      ['Assigned', true],
      ['Delivered', undefined],
      ['Completed', false],
    ]);
  });
});

it.each([
  ['IN_PROGRESS', '', false, /^EV will assign an engineer next\.$/],
  ['IN_PROGRESS', 'bob@ev.test', true, /^EV will tell you when the job is done\./],
  ['IN_PROGRESS', 'bob@ev.test', false, /^An engineer is working on it\./],
  ['ON_HOLD', 'bob@ev.test', false, /off hold/],
  ['COMPLETED', 'bob@ev.test', true, /request a revision/],
  ['CANCELLED', '', false, /has stopped/],
] as const)(
  'says what comes next of a job that is %s, assigned to “%s”, delivered: %s',
  (status, assignedTo, isDelivered, text) => {
    expect(nextStepText({ ...job, status, assignedTo }, isDelivered)).toMatch(text);
  },
);
