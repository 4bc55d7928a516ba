import 'fake-indexeddb/auto';
import * as v from 'valibot';
import { afterEach, expect, test } from 'vitest';
import { keys, queryClient } from '../../../src/api/queries.ts';
import { apply } from '../../../src/cache/apply.ts';
import { DeliverableDraft } from '../../../src/features/jobs/deliverables/deliverableDraft.ts';
import {
  DeliverableRules,
  type DeliverableValues,
  deliverableDraft,
  deliverableOf,
  draftedValues,
  emptyDeliverable,
} from '../../../src/features/jobs/deliverables/deliverableValues.ts';
import { historyText } from '../../../src/features/jobs/page/historyText.ts';
import { job } from '../../support/app/fakeBackend.ts';

const empty = emptyDeliverable(job);
const pdf = new File(['%PDF-1.4'], 'stamped.pdf', { type: 'application/pdf', lastModified: 5 });

function filled(changes: Partial<DeliverableValues['deliverable']>): DeliverableValues {
  return { deliverable: { ...empty.deliverable, ...changes }, completes: false };
}
const sent = (values: DeliverableValues) => deliverableOf(v.parse(DeliverableRules, values));

afterEach(() => queryClient.clear());

test('the form starts with the delivery that the job asked for', () => {
  expect(empty.deliverable).toMatchObject({ deliveryMode: 'DIGITAL_COPY', copiesNumber: 1, files: [] });
  const wetJob = { ...job, jobDeliveryMode: 'WET_STAMPS' as const, copiesNumber: 4, trackingNumber: '1Z9' };
  expect(emptyDeliverable(wetJob).deliverable).toMatchObject({
    deliveryMode: 'WET_STAMPS',
    copiesNumber: 4,
    trackingNumber: '1Z9',
  });
});

test('the carrier is detected from the tracking number, unless it was typed', () => {
  const wet = { deliveryMode: 'WET_STAMPS' as const, trackingNumber: '1Z999AA10123456784' };
  expect(sent(filled(wet)).carrier).toBe('UPS');
  expect(sent(filled({ ...wet, carrier: 'Our own van' })).carrier).toBe('Our own van');
  expect(sent(filled({ ...wet, trackingNumber: '42' })).carrier).toBe('');
});

test('a digital copy is sent without its files, copies and carrier, even if they were typed before', () => {
  const typed = filled({
    files: [pdf],
    copiesNumber: 3,
    carrier: 'UPS',
    trackingNumber: '1Z999AA10123456784',
  });
  expect(sent(typed)).toEqual({
    deliveryMode: 'DIGITAL_COPY',
    copiesNumber: null,
    carrier: '',
    trackingNumber: '',
    note: '',
    supersedes: '',
  });
});

test('a draft is saved as soon as something is typed or chosen, and not before', () => {
  expect(deliverableDraft(empty, empty)).toBeNull();
  expect(deliverableDraft(filled({ files: [pdf] }), empty)).not.toBeNull();
  const saved = deliverableDraft(filled({ note: 'Sheet 2' }), empty);
  expect(saved).toMatchObject({ values: { note: 'Sheet 2' } });
  expect(v.is(DeliverableDraft, structuredClone(saved))).toBe(true);
  expect(v.is(DeliverableDraft, { ...saved, version: 0 })).toBe(false);
});

test('a draft keeps what was typed, and follows its job in the rest', () => {
  const wet = { ...job, jobDeliveryMode: 'WET_STAMPS' as const, copiesNumber: 2, trackingNumber: '1Z9' };
  const began = emptyDeliverable(wet);
  const typed = { ...began, deliverable: { ...began.deliverable, note: 'Sheet 2' } };
  const corrected = emptyDeliverable({ ...wet, trackingNumber: '1Z8', copiesNumber: 3 });
  const again = (values: DeliverableValues) => {
    const saved = v.parse(DeliverableDraft, structuredClone(deliverableDraft(values, began)));
    return draftedValues(saved, [pdf], corrected);
  };
  expect(again(typed)).toEqual({
    ...corrected,
    deliverable: { ...corrected.deliverable, note: 'Sheet 2', files: [pdf] },
  });
  const own = { ...typed, deliverable: { ...typed.deliverable, trackingNumber: '1Z7' } };
  expect(again(own).deliverable).toMatchObject({ trackingNumber: '1Z7', copiesNumber: 3, note: 'Sheet 2' });
  // As an earlier build saved it: with all fields.
  const { files: _, ...all } = typed.deliverable;
  const old = v.parse(DeliverableDraft, { version: 1, values: all });
  expect(draftedValues(old, [], corrected).deliverable).toMatchObject({
    trackingNumber: '1Z9',
    note: 'Sheet 2',
  });
});

test('of what was typed, each window has the same draft, whatever it knows of the job', () => {
  const began = emptyDeliverable({ ...job, jobDeliveryMode: 'WET_STAMPS', trackingNumber: '1Z9' });
  const corrected = emptyDeliverable({ ...job, jobDeliveryMode: 'WET_STAMPS', trackingNumber: '1Z8' });
  const saved = deliverableDraft({ ...began, deliverable: { ...began.deliverable, note: 'Sheet 2' } }, began);
  const shown = draftedValues(v.parse(DeliverableDraft, saved), [], corrected);
  expect(deliverableDraft(shown, corrected)).toEqual(saved);
  expect(deliverableDraft({ ...shown, completes: true }, corrected)).toMatchObject({ completes: true });
});

test('the timeline describes deliverables in words', () => {
  const entry = { timestamp: 1, user: 'e@ev.test', userName: 'E. E.', field: 'deliverable' };
  expect(historyText({ ...entry, from: '', to: 'a.pdf, revision 1: digital copy' })).toBe(
    'Added deliverable a.pdf, revision 1: digital copy',
  );
  expect(historyText({ ...entry, from: 'a.pdf, revision 1', to: 'b.pdf, revision 2: digital copy' })).toBe(
    'Replaced deliverable a.pdf, revision 1 with b.pdf, revision 2: digital copy',
  );
});

test('a changed job invalidates the pages of its revision chain and no others', () => {
  const revisions = ['J1', 'J2', 'J3'].map((jobId) => ({
    jobId,
    jobCode: jobId,
    project: '',
    status: 'IN_PROGRESS' as const,
    createdTimestamp: 1,
  }));
  for (const jobId of ['J1', 'J2', 'J3', 'J4']) queryClient.setQueryData(keys.job(jobId), { ...job, jobId });
  apply({ kind: 'job-changed', job: { ...job, jobId: 'J2', revisions } });
  const isOld = (jobId: string) => queryClient.getQueryState(keys.job(jobId))?.isInvalidated;
  expect(['J1', 'J2', 'J3', 'J4'].map(isOld)).toEqual([true, false, true, false]);
});
