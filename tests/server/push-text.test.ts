import { describe, expect, it } from 'vitest';
import type { PushFacts } from '../../server/data/notify/pushFacts.ts';
import { noticeText, type Told } from '../../server/notify/noticeText.ts';
import { defaultNotificationSettings } from '../../src/contract/notifications.ts';

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
      assignedTo: '',
      trackingNumber: '1Z999',
      messages: [],
      ...job,
    },
  };
}

function told(kind: Told['kind'], more: Partial<Told> = {}): Told {
  return { kind, communicationId: null, changes: [], results: 0, ...more };
}

const statusChange = { changes: [{ field: 'status', from: 'IN_PROGRESS', to: 'ON_HOLD' }] };
const tracking = { changes: [{ field: 'trackingNumber', from: '', to: '1Z999' }] };

describe('a notification', () => {
  it.each<[string, Told[], string]>([
    ['a status, as it is by now', [told('STATUS', statusChange)], 'Status: Completed'],
    ['one stamped result', [told('STATUS', { results: 1 })], 'Deliverable added'],
    ['several', [told('STATUS', { results: 3 })], '3 deliverables added'],
    ['both', [told('STATUS', { ...statusChange, results: 1 })], 'Status: Completed\nDeliverable added'],
    ['a tracking number', [told('TRACKING', tracking)], 'Tracking number added'],
    ['a job reported by staff', [told('STATUS')], 'EV submitted this job for you'],
    ['a new job', [told('NEW_JOB')], 'New job'],
    ['work of one’s own', [told('ASSIGNMENT')], 'Assigned to you'],
    ['each thing once', [told('STATUS', statusChange), told('STATUS', statusChange)], 'Status: Completed'],
  ])('tells %s', (_, content, body) => {
    expect(noticeText(content, facts())).toEqual({ title: 'EV-1 · Harbour', body });
  });

  it('counts messages, and quotes none unless that was chosen', () => {
    const content = [told('MESSAGE', { communicationId: 'm1' })];
    const words = (count: number, previews: boolean) =>
      noticeText(content, facts({ messages: Array(count).fill(message) }, previews)).body;
    expect([words(1, false), words(2, false)]).toEqual(['1 new message', '2 new messages']);
    expect([words(1, true), words(2, true), words(4, true)]).toEqual([
      'Emil E.: Secret words',
      'Emil E.: Secret words\n+ 1 more message',
      'Emil E.: Secret words\n+ 3 more messages',
    ]);
  });

  it('says of files without words that they are files, and of a tracking number which one, where that was chosen', () => {
    const content = [told('MESSAGE', { communicationId: 'm1' })];
    const files = (count: number) => [{ ...message, content: ' ', files: count }];
    expect(noticeText(content, facts({ messages: files(1) }, true)).body).toBe('Emil E.: 1 file');
    expect(noticeText(content, facts({ messages: files(2) }, true)).body).toBe('Emil E.: 2 files');
    expect(noticeText([told('TRACKING', tracking)], facts({}, true)).body).toBe('Tracking number: 1Z999');
  });
});
