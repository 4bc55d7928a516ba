import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import { beginEdit } from '../../../src/features/jobs/form/jobChanges.ts';
import { goesToProperty, jobEditDraft } from '../../../src/features/jobs/form/jobDraft.ts';
import { templateValuesOf, updateValuesOf } from '../../../src/features/jobs/form/jobFormValues.ts';
import { errorsToList } from '../../../src/features/jobs/form/sections/jobFieldsForm.ts';
import type { Form } from '../../../src/ui/form/useForm.ts';
import { wireJob } from '../support/backend.ts';

const job = v.parse(JobDetails, { ...wireJob, version: 3 });
const values = { ...updateValuesOf(job), project: 'Typed', sameAsProperty: false };
const base = { version: 3, assignedToName: '', values: updateValuesOf(job) };
const changed = v.parse(JobDetails, {
  ...wireJob,
  version: 4,
  project: 'Theirs',
  trackingNumber: '1Z',
  history: [{ timestamp: 1, user: 'bob@ev.test', userName: 'Bob B.', field: 'project', from: '', to: '' }],
});

describe('the form of an edit starts', () => {
  it('with the job when there is no draft', () => {
    expect(beginEdit(job, null)).toEqual({
      base,
      stale: null,
      values: { ...base.values, sameAsProperty: false },
    });
  });

  it('with the draft while the job is unchanged', () => {
    expect(beginEdit(job, jobEditDraft(values, base))).toEqual({ base, stale: null, values });
  });

  it('with a draft of a later job as it is: what is read may be older, as without a connection', () => {
    const later = { ...base, version: 4, values: { ...base.values, trackingNumber: '1Z' } };
    const typed = { ...values, trackingNumber: '1Z' };
    expect(beginEdit(job, jobEditDraft(typed, later))).toEqual({ base: later, stale: null, values: typed });
  });

  it('with both versions when someone else has changed the job', () => {
    const begun = beginEdit(changed, jobEditDraft(values, base));
    expect(begun.base.version).toBe(4);
    expect(begun.values).toMatchObject({ project: 'Typed', trackingNumber: '1Z' });
    expect(begun.stale).toMatchObject({
      by: 'Bob B.',
      merged: { contested: ['project'], taken: ['trackingNumber'] },
    });
  });
});

describe('a delivery address', () => {
  const errors = { project: 'a', 'address.city': 'b', 'deliveryAddress.city': 'b' };
  const formOf = (sameAsProperty: boolean) =>
    ({ errors, values: { ...values, sameAsProperty } }) as unknown as Form<typeof values, unknown>;

  it('has the property’s errors, listed once, when it is the same', () => {
    expect(Object.keys(errorsToList(formOf(true)))).toEqual(['project', 'address.city']);
    expect(errorsToList(formOf(false))).toEqual(errors);
  });

  it('is the property’s when it is the same', () => {
    expect(goesToProperty({ ...values, deliveryAddress: { ...job.address } })).toBe(true);
    expect(goesToProperty({ ...values, deliveryAddress: { ...job.address, zipcode: '1' } })).toBe(false);
    expect(goesToProperty(values)).toBe(false);
  });
});

it('a template takes a job’s property and services, not its documents, links or code', () => {
  const like = templateValuesOf({
    ...job,
    jobAttachmentLinks: 'https://a.test',
    referenceLinks: 'https://b.test',
  });
  expect(like).toMatchObject({
    project: 'Elm Street carport',
    address: job.address,
    jobEVService: [{ category: 'STAMP', evServices: ['EE'] }],
    jobAttachmentLinks: '',
    referenceLinks: '',
  });
  expect(like).not.toHaveProperty('jobCode');
});
