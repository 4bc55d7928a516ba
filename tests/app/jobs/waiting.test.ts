import { describe, expect, test } from 'vitest';
import { beginEdit } from '../../../src/features/jobs/form/jobChanges.ts';
import { baseOf } from '../../../src/features/jobs/form/jobDraft.ts';
import {
  deliverableDraftOf,
  editOf,
  isDeliverable,
  newJobOf,
  recordContents,
  recordName,
  withWaiting,
} from '../../../src/features/jobs/waiting/waitingDraft.ts';
import type { JobRecord } from '../../../src/outbox/records/waitingJobs.ts';
import { job, newJob } from '../../support/app/fakeBackend.ts';

function record(
  kind: JobRecord['kind'],
  payload: object,
  more: { state?: JobRecord['state']; context?: unknown; files?: string[] } = {},
): JobRecord {
  const files = (more.files ?? []).map((chosenName) => ({ chosenName }));
  return { kind, state: 'queued', jobId: 'J1', ...more, payload, files } as unknown as JobRecord;
}

function change(changes: object, more: Parameters<typeof record>[2] = {}): JobRecord {
  const payload = { evJobId: 'J1', jobUpdateUser: 'ada@client.test', version: 1, ...changes };
  return record('update', payload, { context: { base: baseOf(job) }, ...more });
}

describe('an unsent record returns to its form', () => {
  test('as a new job with all its values', () => {
    const payload = { ...newJob, copiesNumber: 2, deliveryAddress: { ...newJob.address }, jobCode: 'C' };
    expect(newJobOf(record('report', payload))).toMatchObject({
      project: newJob.project,
      jobReporter: newJob.jobReporter,
      copiesNumber: 2,
      sameAsProperty: true,
    });
  });

  test('as nothing when its shape is unknown', () => {
    expect(newJobOf(record('report', { jobCode: 'C', address: 'Elm Street' }))).toBeNull();
    expect(editOf(change({ project: 'Mine' }, { context: undefined }))).toBeNull();
  });

  test('as an edit of the job its author read', () => {
    const draft = editOf(change({ project: 'Mine', jobServiceUpdate: [] }));
    expect(draft?.values).toMatchObject({ project: 'Mine', jobEVService: [], status: job.status });
    expect(beginEdit(job, draft)).toMatchObject({ stale: null, values: { project: 'Mine' } });
  });

  test('beside what someone else has saved meanwhile', () => {
    const now = { ...job, version: 2, project: 'Theirs', trackingNumber: '1Z' };
    expect(beginEdit(now, editOf(change({ project: 'Mine' })))).toMatchObject({
      base: { version: 2 },
      stale: { merged: { contested: ['project'], taken: ['trackingNumber'] } },
    });
  });

  test('as a deliverable', () => {
    const deliverable = {
      deliveryMode: 'WET_STAMPS',
      copiesNumber: 2,
      carrier: 'UPS',
      trackingNumber: '',
      note: 'Two sets.',
      supersedes: '',
    };
    const added = change({ deliverable });
    expect(isDeliverable(added)).toBe(true);
    expect(deliverableDraftOf(added)?.values).toEqual(deliverable);
    expect(deliverableDraftOf(change({ project: 'Mine' }))).toBeNull();
  });
});

describe('an unsent record is described', () => {
  test('by its name, its values and its files', () => {
    expect(recordName(record('report', newJob))).toBe(newJob.project);
    expect(recordName(change({ status: 'ON_HOLD' }))).toBe('Status');
    expect(recordName(change({ status: 'ON_HOLD', project: 'A', trackingNumber: '1' }))).toBe(
      'Status and 2 more',
    );
    expect(recordName(change({}, { files: ['a.pdf', 'b.pdf'] }))).toBe('2 added documents');
    expect(recordContents(change({ status: 'ON_HOLD', assignedTo: '' }, { files: ['a.pdf'] }))).toEqual([
      'Status: On hold',
      'Assignee: Unassigned',
      'a.pdf',
    ]);
  });
});

describe('a job with unsent changes', () => {
  test('is shown with them, at the version it was read at', () => {
    const shown = withWaiting(job, [
      change({ status: 'ON_HOLD' }),
      change({ assignedTo: 'eve@ev.test', jobServiceUpdate: [] }),
    ]);
    expect(shown).toMatchObject({
      status: 'ON_HOLD',
      assignedTo: 'eve@ev.test',
      assignedToName: '',
      jobEVService: [],
      version: job.version,
    });
  });

  test('is shown without refused changes and without deliverables', () => {
    const refused = change({ status: 'ON_HOLD' }, { state: 'failed' });
    expect(withWaiting(job, [refused, change({ deliverable: {} })])).toBe(job);
  });

  test('is shown with the reason of its status, and without that of the one before', () => {
    const held = change({ status: 'ON_HOLD', reason: 'Photos are missing.' });
    expect(withWaiting(job, [held])).toMatchObject({
      status: 'ON_HOLD',
      statusReason: 'Photos are missing.',
    });
    const resumed = change({ status: 'IN_PROGRESS' });
    expect(withWaiting({ ...job, statusReason: 'Photos are missing.' }, [resumed]).statusReason).toBe('');
    expect(recordContents(held)).toEqual(['Status: On hold', 'Reason: Photos are missing.']);
    expect(recordName(held)).toBe('Status');
  });

  test('is completed by a deliverable that completes it, and has its tracking number', () => {
    const done = change({ deliverable: { trackingNumber: '1Z9' }, status: 'COMPLETED' });
    expect(withWaiting(job, [done])).toMatchObject({ status: 'COMPLETED', trackingNumber: '1Z9' });
    expect(recordContents(done)).toContain('Status: Completed');
  });
});
