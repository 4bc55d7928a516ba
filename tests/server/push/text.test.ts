import { describe, expect, it } from 'vitest';
import type { PushFacts } from '../../../server/data/notify/pushFacts.ts';
import { noticeText, type PushNotice } from '../../../server/push/noticeText.ts';
import { defaultNotificationSettings } from '../../../src/contract/users/notifications.ts';

const message = { communicationId: 'm1', content: 'Secret words', fromName: 'Emil E.', files: 0 };

function facts(job: Partial<NonNullable<PushFacts['job']>> = {}, previews = false): PushFacts {
  return {
    email: 'clara@ev.test',
    userType: 'CLIENT',
    settings: { ...defaultNotificationSettings, previews },
    unread: 3,
    job: {
      jobId: 'j1',
      jobCode: 'EV-1',
      project: 'Harbour',
      status: 'COMPLETED',
      statusReason: '',
      isStamped: true,
      assignedTo: '',
      trackingNumber: '1Z999',
      messages: [],
      notes: [],
      ...job,
    },
  };
}

function notice(kind: PushNotice['kind'], more: Partial<PushNotice> = {}): PushNotice {
  return { kind, communicationId: null, noteId: null, changes: [], delivered: [], ...more };
}

const statusChange = { changes: [{ field: 'status', from: 'IN_PROGRESS', to: 'ON_HOLD', reason: '' }] };
const file = { name: 'set.pdf', plan: 'k', shipment: '' };
const shipped = { name: '', plan: '', shipment: 'UPS 1Z999' };
const withdrawal = {
  changes: [{ field: 'withdrawal', from: '', to: 'set.pdf, revision 1', reason: 'Wrong' }],
};
const tracking = { changes: [{ field: 'trackingNumber', from: '', to: '1Z999', reason: '' }] };

describe('a notification', () => {
  it.each<[string, PushNotice[], string]>([
    ['a status, as it is by now', [notice('STATUS', statusChange)], 'Status: Completed'],
    ['what was delivered', [notice('STATUS', { delivered: [file] })], 'Your stamped documents are ready'],
    ['wet stamps', [notice('STATUS', { delivered: [shipped] })], 'Your wet stamps are on the way'],
    [
      'what was delivered before the status',
      [notice('STATUS', { ...statusChange, delivered: [shipped, file] })],
      'Your stamped documents are ready\nStatus: Completed',
    ],
    ['a withdrawal', [notice('STATUS', withdrawal)], 'A deliverable was withdrawn'],
    ['a tracking number', [notice('TRACKING', tracking)], 'Tracking number added'],
    ['a job reported by staff', [notice('STATUS')], 'EV submitted this job for you'],
    ['a new job', [notice('NEW_JOB')], 'New job'],
    ['work of one’s own', [notice('ASSIGNMENT')], 'Assigned to you'],
    [
      'each thing once',
      [notice('STATUS', statusChange), notice('STATUS', statusChange)],
      'Status: Completed',
    ],
  ])('says %s', (_, content, body) => {
    expect(noticeText(content, facts())).toEqual({ title: 'EV-1 · Harbour', body });
  });

  it('calls documents stamped only where the job asks for a stamp', () => {
    const { body } = noticeText([notice('STATUS', { delivered: [file] })], facts({ isStamped: false }));
    expect(body).toBe('Your documents are ready');
  });

  it('counts messages, and quotes them only with previews on', () => {
    const content = [notice('MESSAGE', { communicationId: 'm1' })];
    const words = (count: number, previews: boolean) =>
      noticeText(content, facts({ messages: Array(count).fill(message) }, previews)).body;
    expect([words(1, false), words(2, false)]).toEqual(['1 new message', '2 new messages']);
    expect([words(1, true), words(2, true), words(4, true)]).toEqual([
      'Emil E.: Secret words',
      'Emil E.: Secret words\n+ 1 more message',
      'Emil E.: Secret words\n+ 3 more messages',
    ]);
  });

  it('says why a job is on hold only with previews on, and counts the reason as no other message', () => {
    const reason = { ...message, communicationId: 'm2', content: 'Photos are missing.' };
    const job = { status: 'ON_HOLD', statusReason: reason.content, messages: [message, reason] } as const;
    const content = [
      notice('STATUS', statusChange),
      notice('MESSAGE', { communicationId: 'm1' }),
      notice('MESSAGE', { communicationId: 'm2' }),
    ];
    const body = (previews: boolean) =>
      noticeText(content, facts({ ...job, messages: [...job.messages] }, previews)).body.split('\n');
    expect(body(false)).toEqual(['1 new message', 'Status: On hold. The reason is in the chat.']);
    expect(body(true)).toEqual(['Emil E.: Secret words', 'Status: On hold', 'Photos are missing.']);
    // Of the message alone, it is a message like any other.
    const alone = noticeText([notice('MESSAGE', { communicationId: 'm2' })], facts(job as never, true));
    expect(alone.body).toBe('Emil E.: Photos are missing.\n+ 1 more message');
  });

  it('names files without text and the tracking number with previews on', () => {
    const content = [notice('MESSAGE', { communicationId: 'm1' })];
    const files = (count: number) => [{ ...message, content: ' ', files: count }];
    expect(noticeText(content, facts({ messages: files(1) }, true)).body).toBe('Emil E.: 1 file');
    expect(noticeText(content, facts({ messages: files(2) }, true)).body).toBe('Emil E.: 2 files');
    expect(noticeText([notice('TRACKING', tracking)], facts({}, true)).body).toBe('Tracking number: 1Z999');
  });
});
