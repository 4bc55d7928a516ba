import { describe, expect, test } from 'vitest';
import { sendStateText } from '../../../src/outbox/kinds/sendState.ts';
import type { OutboxRecord } from '../../../src/outbox/records/record.ts';

const noon = Date.UTC(2026, 10, 21, 12);

let seqs = 0;

function record(state: OutboxRecord['state'], more: Partial<OutboxRecord> = {}): OutboxRecord {
  seqs += 1;
  return {
    v: 1,
    seq: seqs,
    clientId: `id-${seqs}`,
    ownerUid: 'ada',
    ownerEmail: 'ada@client.test',
    laneKey: 'job:J1',
    jobId: 'J1',
    files: [],
    state,
    createdAt: noon,
    error: null,
    kind: 'message',
    payload: { content: 'Hello', fromUserType: 'CLIENT', jobReporter: '', assignedTo: '' },
    ...more,
  } as OutboxRecord;
}

function wordsOf(one: OutboxRecord, before: OutboxRecord[] = [], atMs = noon) {
  return sendStateText(one, [...before, one], atMs / 1000);
}

describe('the state of an unsent record', () => {
  const reason = { code: 'invalid', status: 422, text: 'This file is empty.' };
  const dayMs = 24 * 60 * 60 * 1000;
  test.each<[string, OutboxRecord, number, string]>([
    ['before it was tried', record('queued'), 0, 'Waiting to send'],
    ['on its way', record('sending'), 0, 'Sending…'],
    ['after a lost answer', record('uncertain'), 0, 'Checking if it was sent'],
    ['once it arrived', record('acked'), 2 * dayMs, 'Sent'],
    ['refused, with the reason', record('failed', { error: reason }), 0, 'Not sent: This file is empty.'],
    [
      'too large, with what to do',
      record('failed', { error: { code: 'content-too-large', status: 0, text: 'Content too large' } }),
      0,
      'Not sent: Content too large. Choose fewer or smaller files.',
    ],
    ['refused without a reason', record('failed'), 0, 'Not sent'],
    ['without a session', record('blocked-auth'), 0, 'Sign in to send'],
    ['short of a day', record('queued'), dayMs - 1000, 'Waiting to send'],
    ['after a day', record('queued'), 2 * dayMs, 'Waiting to send for 2 days'],
    ['after a day of looking', record('uncertain'), 3 * dayMs, 'Checking if it was sent · waiting 3 days'],
  ])('%s', (_, one, laterMs, words) => {
    expect(wordsOf(one, [], noon + laterMs)).toBe(words);
  });
});

describe('a record behind a refused one', () => {
  const refused = record('failed');
  const change = record('failed', { kind: 'update', payload: { evJobId: 'J1', version: 1 } } as never);
  test.each<[string, OutboxRecord[], OutboxRecord, string]>([
    [
      'is described as waiting for it',
      [refused],
      record('queued'),
      'Waiting: an earlier message to this job wasn’t sent. Try it again or delete it first.',
    ],
    [
      'is described as waiting for a change',
      [change],
      record('queued'),
      'Waiting: an earlier change to this job wasn’t sent. Try it again or delete it first.',
    ],
    [
      'is not described as waiting when it belongs to another job',
      [refused],
      record('queued', { laneKey: 'job:J2' }),
      'Waiting to send',
    ],
    ['has its own reason when it is refused itself', [refused], record('failed'), 'Not sent'],
  ])('%s', (_, before, one, words) => {
    expect(wordsOf(one, before)).toBe(words);
  });

  test('is not described as waiting when it comes first', () => {
    const earlier = record('queued');
    const later = record('failed');
    expect(sendStateText(earlier, [earlier, later], noon / 1000)).toBe('Waiting to send');
  });
});
